import {
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { documentFields, documentOperations } from './documents';
import { execute } from './execute';
import { signatureFields, signatureOperations } from './signatures';
import { paraphRequest } from './transport';

/** Makes documents and has them signed. */
export class Paraph implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paraph',
		name: 'paraph',
		icon: 'file:paraph.svg',
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Make documents from Word templates and have them signed',
		defaults: { name: 'Paraph' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'paraphApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Document', value: 'document' },
					{ name: 'Signature Request', value: 'signatureRequest' },
				],
				default: 'document',
			},
			...documentOperations,
			...signatureOperations,
			...documentFields,
			...signatureFields,
		],
	};

	methods = {
		loadOptions: {
			/** The stored templates by name. */
			async getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const { templates } = (await paraphRequest.call(this, 'GET', '/templates', {
					qs: { limit: 100 },
				})) as { templates: Array<{ id: string; name: string }> };
				return templates.map(({ id, name }) => ({ name, value: id }));
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		for (const [index] of this.getInputData().entries()) {
			try {
				const made = await execute.call(this, index);
				results.push(...made.map((one) => ({ ...one, pairedItem: { item: index } })));
			} catch (error) {
				if (!this.continueOnFail())
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: index });
				const json: IDataObject = { error: (error as Error).message };
				results.push({ json, pairedItem: { item: index } });
			}
		}
		return [results];
	}
}
