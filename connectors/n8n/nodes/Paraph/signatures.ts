import type { INodeProperties } from 'n8n-workflow';
import { templateFields } from './documents';

const show = { resource: ['signatureRequest'] };
const of = (...operation: string[]) => ({ show: { ...show, operation } });

/** What can be done with signature requests. */
export const signatureOperations: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show },
		options: [
			{
				name: 'Cancel',
				value: 'cancel',
				description: 'Cancel a request that is not completed',
				action: 'Cancel a signature request',
			},
			{
				name: 'Create From PDF',
				value: 'createFromPdf',
				description: 'Have a PDF signed',
				action: 'Create a signature request from a PDF',
			},
			{
				name: 'Create From Template',
				value: 'createFromTemplate',
				description: 'Fill a Word template and request signatures',
				action: 'Create a signature request from a template',
			},
			{
				name: 'Download',
				value: 'download',
				description: 'Get the signed PDF, the proof or the evidence',
				action: 'Download a file of a signature request',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get a request with its signers',
				action: 'Get a signature request',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many requests, newest first',
				action: 'Get many signature requests',
			},
			{
				name: 'Remind',
				value: 'remind',
				description: 'Remind the signers whose turn it is',
				action: 'Remind the signers of a signature request',
			},
		],
		default: 'createFromPdf',
	},
];

/** The parameters of signature requests. */
export const signatureFields: INodeProperties[] = [
	{
		displayName: 'Signature Request ID',
		name: 'documentId',
		type: 'string',
		required: true,
		displayOptions: of('cancel', 'download', 'get', 'remind'),
		default: '',
		placeholder: 'doc_01kbagy7r0…',
	},
	{
		displayName: 'File',
		name: 'file',
		type: 'options',
		displayOptions: of('download'),
		options: [
			{ name: 'Evidence Archive', value: 'evidence' },
			{ name: 'Original PDF', value: 'file' },
			{ name: 'Proof Certificate', value: 'proof' },
			{ name: 'Signed PDF', value: 'signed' },
		],
		default: 'signed',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputField',
		type: 'string',
		displayOptions: of('download'),
		default: 'data',
		hint: 'The name of the output field that gets the file',
	},
	{
		displayName: 'PDF Binary Field',
		name: 'pdfField',
		type: 'string',
		required: true,
		displayOptions: of('createFromPdf'),
		default: 'data',
		hint: 'The name of the input field with the PDF',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		type: 'string',
		displayOptions: of('cancel'),
		default: '',
		description: 'Reason, shown to the signers',
	},
	...templateFields(of('createFromTemplate')),
	{
		displayName: 'Signers',
		name: 'signers',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Signer',
		required: true,
		displayOptions: of('createFromPdf', 'createFromTemplate'),
		default: {},
		options: [
			{
				displayName: 'Signer',
				name: 'signer',
				values: [
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						placeholder: 'name@email.com',
						default: '',
					},
					{ displayName: 'First Name', name: 'first_name', type: 'string', default: '' },
					{
						displayName: 'Language',
						name: 'locale',
						type: 'options',
						options: [
							{ name: 'Dutch', value: 'nl' },
							{ name: 'English', value: 'en' },
							{ name: 'French', value: 'fr' },
							{ name: 'German', value: 'de' },
							{ name: 'Italian', value: 'it' },
							{ name: 'Polish', value: 'pl' },
							{ name: 'Portuguese', value: 'pt' },
							{ name: 'Spanish', value: 'es' },
						],
						default: 'fr',
					},
					{ displayName: 'Last Name', name: 'last_name', type: 'string', default: '' },
					{
						displayName: 'Order',
						name: 'order',
						type: 'number',
						default: 1,
						description: 'Signers with the same number sign at the same time',
					},
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						description: 'Mobile phone in international format; if empty, the signer enters it',
					},
					{
						displayName: 'Role',
						name: 'role',
						type: 'string',
						default: '',
						description: 'Name in the signature tags of the document',
					},
				],
			},
		],
	},
	{
		displayName: 'Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: of('createFromPdf', 'createFromTemplate'),
		default: {},
		options: [
			{
				displayName: 'External ID',
				name: 'external_id',
				type: 'string',
				default: '',
				description: 'Your own identifier',
			},
			{
				displayName: 'Message',
				name: 'message',
				type: 'string',
				default: '',
				description: 'Message to the signers',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Name of the document as signers see it',
			},
			{
				displayName: 'Send',
				name: 'send',
				type: 'boolean',
				default: true,
				description: 'Whether to send the invitations at once instead of saving a draft',
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		displayOptions: of('getAll'),
		default: {},
		options: [
			{
				displayName: 'Email of a Signer',
				name: 'email',
				type: 'string',
				placeholder: 'name@email.com',
				default: '',
			},
			{ displayName: 'External ID', name: 'external_id', type: 'string', default: '' },
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Cancelled', value: 'cancelled' },
					{ name: 'Completed', value: 'completed' },
					{ name: 'Declined', value: 'declined' },
					{ name: 'Draft', value: 'draft' },
					{ name: 'Expired', value: 'expired' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Pending', value: 'pending' },
				],
				default: 'pending',
			},
		],
	},
];
