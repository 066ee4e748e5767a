import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['document'] };

/** What can be done with documents. */
export const documentOperations: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show },
		options: [
			{
				name: 'Create Credit Note',
				value: 'createCreditNote',
				description: 'Create a credit note from an electronic invoice',
				action: 'Create a credit note',
			},
			{
				name: 'Render',
				value: 'render',
				description: 'Create a PDF or another file from a Word template and data',
				action: 'Render a document',
			},
			{
				name: 'Render Factur-X',
				value: 'renderFacturx',
				description: 'Create an electronic invoice from a Word template and an invoice',
				action: 'Render an electronic invoice',
			},
		],
		default: 'render',
	},
];

/** Where the Word template comes from; signature requests ask the same. */
export const templateFields = (
	displayOptions: NonNullable<INodeProperties['displayOptions']>,
): INodeProperties[] => [
	{
		displayName: 'Template Source',
		name: 'templateSource',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Stored Template', value: 'stored' },
			{ name: 'Word File of the Item', value: 'file' },
		],
		default: 'stored',
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTemplates' },
		required: true,
		displayOptions: { show: { ...displayOptions.show, templateSource: ['stored'] } },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Template Binary Field',
		name: 'templateField',
		type: 'string',
		required: true,
		displayOptions: { show: { ...displayOptions.show, templateSource: ['file'] } },
		default: 'data',
		hint: 'The name of the input field with the Word file',
	},
	{
		displayName: 'Data',
		name: 'data',
		type: 'json',
		required: true,
		displayOptions,
		default: '={{ $json }}',
		description: 'The values that fill the template',
	},
];

const showRender = { ...show, operation: ['render', 'renderFacturx'] };
const showCredit = { ...show, operation: ['createCreditNote'] };

/** What a credit note asks for. */
const creditFields: INodeProperties[] = [
	{
		displayName: 'Invoice Binary Field',
		name: 'invoiceField',
		type: 'string',
		required: true,
		displayOptions: { show: showCredit },
		default: 'data',
		hint: 'The name of the input field with the Factur-X PDF or its XML',
	},
	{
		displayName: 'Number',
		name: 'number',
		type: 'string',
		required: true,
		displayOptions: { show: showCredit },
		default: '',
		description: 'Number of the credit note',
	},
	{
		displayName: 'Date',
		name: 'issueDate',
		type: 'string',
		required: true,
		displayOptions: { show: showCredit },
		default: '={{ $today.toISODate() }}',
		description: 'Date of the credit note, YYYY-MM-DD',
	},
	{
		displayName: 'Lines',
		name: 'lines',
		type: 'json',
		displayOptions: { show: showCredit },
		default: '',
		description:
			'A list of lines with the number of the line and its quantity or amount, as in the guide; the whole invoice when empty',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		type: 'string',
		displayOptions: { show: showCredit },
		default: '',
		description: 'Reason, as a note on the page and in the XML',
	},
];

/** The parameters of documents. */
export const documentFields: INodeProperties[] = [
	...templateFields({ show: showRender }),
	...creditFields,
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		displayOptions: { show: { ...show, operation: ['render'] } },
		options: [
			{ name: 'PDF', value: 'pdf' },
			{ name: 'PDF/A-2b', value: 'pdfa-2b' },
			{ name: 'PDF/A-3b', value: 'pdfa-3b' },
			{ name: 'PDF/UA', value: 'pdfua' },
			{ name: 'Word', value: 'docx' },
		],
		default: 'pdf',
	},
	{
		displayName: 'Profile',
		name: 'profile',
		type: 'options',
		displayOptions: { show: { ...show, operation: ['renderFacturx'] } },
		options: [
			{ name: 'BASIC', value: 'basic' },
			{ name: 'BASIC WL', value: 'basic-wl' },
			{ name: 'EN 16931', value: 'en16931' },
			{ name: 'EXTENDED', value: 'extended' },
			{ name: 'MINIMUM', value: 'minimum' },
		],
		default: 'en16931',
		description: 'Factur-X profile of the invoice',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: { show },
		default: {},
		options: [
			{
				displayName: 'File Name',
				name: 'output_filename',
				type: 'string',
				default: '',
				description: 'Name of the created file',
			},
			{
				displayName: 'Locale',
				name: 'locale',
				type: 'string',
				default: '',
				placeholder: 'en-GB',
				description: 'Language for numbers and dates',
			},
			{
				displayName: 'Missing Values',
				name: 'missing',
				type: 'options',
				options: [
					{ name: 'Are an Error', value: 'error' },
					{ name: 'Are Left Blank', value: 'blank' },
					{ name: 'Are Marked', value: 'mark' },
				],
				default: 'error',
				description: 'How missing values are handled',
			},
			{
				displayName: 'Put Output File in Field',
				name: 'outputField',
				type: 'string',
				default: 'data',
				hint: 'The name of the output field that gets the file',
			},
			{
				displayName: 'Refuse Documents With Warnings',
				name: 'strict',
				type: 'boolean',
				default: false,
				description:
					'Whether a document with warnings, such as a missing font, is an error instead',
			},
			{
				displayName: 'Table of Contents',
				name: 'contents',
				type: 'options',
				options: [
					{ name: 'Is Updated', value: 'refresh' },
					{ name: 'Stays as Stored', value: 'keep' },
				],
				default: 'refresh',
				description: 'How tables of contents and cross-references are handled',
			},
			{
				displayName: 'Tracked Changes',
				name: 'changes',
				type: 'options',
				options: [
					{ name: 'Are Accepted', value: 'final' },
					{ name: 'Are Rejected', value: 'original' },
					{ name: 'Are Shown', value: 'markup' },
				],
				default: 'final',
				description: 'How tracked changes are handled',
			},
			{
				displayName: 'Watermark',
				name: 'watermark',
				type: 'string',
				default: '',
				description: 'Watermark across every page',
			},
		],
	},
];
