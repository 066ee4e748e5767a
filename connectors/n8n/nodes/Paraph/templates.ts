import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['template'] };

/** What can be done with stored templates. */
export const templateOperations: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many stored templates',
				action: 'Get many templates',
			},
		],
		default: 'getAll',
	},
];

/** How much of a list is wanted; the same for every list. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		displayOptions: { show: { operation: ['getAll'] } },
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { operation: ['getAll'], returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];
