import type { INodeProperties } from 'n8n-workflow';
import { requestTemplateField } from './request-templates';

const show = { resource: ['bulkSend'] };
const of = (...operation: string[]) => ({ show: { ...show, operation } });

/** What can be done with bulk sends. */
export const bulkOperations: INodeProperties[] = [
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
				description: 'Send nothing more of a list',
				action: 'Cancel a bulk send',
			},
			{
				name: 'Create',
				value: 'create',
				description: 'Send a request template to a list of people',
				action: 'Create a bulk send',
			},
			{
				name: 'Download Results',
				value: 'downloadResults',
				description: 'Get a CSV with the document and state of each row',
				action: 'Download the results of a bulk send',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get how many rows are sent, waiting, bad and failed',
				action: 'Get a bulk send',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many bulk sends, newest first',
				action: 'Get many bulk sends',
			},
			{
				name: 'Start',
				value: 'start',
				description: 'Send a list that was only checked, or resume one that has paused',
				action: 'Start a bulk send',
			},
		],
		default: 'create',
	},
];

/** The parameters of bulk sends. */
export const bulkFields: INodeProperties[] = [
	{
		displayName: 'Bulk Send ID',
		name: 'bulkSendId',
		type: 'string',
		required: true,
		displayOptions: of('cancel', 'downloadResults', 'get', 'start'),
		default: '',
		placeholder: 'blk_01kbagy7r0…',
	},
	requestTemplateField(of('create')),
	{
		displayName: 'List',
		name: 'listSource',
		type: 'options',
		displayOptions: of('create'),
		options: [
			{ name: 'All Items, One Row Each', value: 'items' },
			{ name: 'CSV File of the Item', value: 'file' },
		],
		default: 'items',
		description:
			'Fields of items, and columns of a file, are named like tenant.email, tenant.first_name, external_id',
	},
	{
		displayName: 'List Binary Field',
		name: 'listField',
		type: 'string',
		required: true,
		displayOptions: { show: { ...of('create').show, listSource: ['file'] } },
		default: 'data',
		hint: 'The name of the input field with the list',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'resultsField',
		type: 'string',
		displayOptions: of('downloadResults'),
		default: 'data',
		hint: 'The name of the output field that gets the file',
	},
	{
		displayName: 'Options',
		name: 'bulkOptions',
		type: 'collection',
		placeholder: 'Add Option',
		displayOptions: of('create'),
		default: {},
		options: [
			{
				displayName: 'Bad Rows',
				name: 'bad_rows',
				type: 'options',
				options: [
					{ name: 'Are Left Out', value: 'skip' },
					{ name: 'Stop the Whole List', value: 'refuse' },
				],
				default: 'skip',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Name of the bulk send, for you',
			},
			{
				displayName: 'Send',
				name: 'send',
				type: 'boolean',
				default: true,
				description: 'Whether to send the list at once instead of only checking it',
			},
		],
	},
];
