import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type JsonObject,
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { bulkFields, bulkOperations } from './bulk-sends';
import { documentFields, documentOperations } from './documents';
import { runItem } from './execute';
import { REQUEST_TEMPLATES, rolesOf } from './request-templates';
import { signatureFields, signatureOperations } from './signatures';
import { listFields, templateOperations } from './templates';
import { listAll } from './transport';

/** Makes documents and has them signed. */
export class Paraph implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paraph',
		name: 'paraph',
		icon: { light: 'file:paraph.svg', dark: 'file:paraph.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Create documents from Word templates and request signatures',
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
					{ name: 'Bulk Send', value: 'bulkSend' },
					{ name: 'Document', value: 'document' },
					{ name: 'Signature Request', value: 'signatureRequest' },
					{ name: 'Template', value: 'template' },
				],
				default: 'document',
			},
			...documentOperations,
			...signatureOperations,
			...bulkOperations,
			...templateOperations,
			...documentFields,
			...signatureFields,
			...bulkFields,
			...listFields,
		],
	};

	methods = {
		loadOptions: {
			/** The stored templates by name. */
			async getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const templates = await listAll(this, '/templates', 'templates', { limit: 1000 });
				return templates.map(({ id, name }) => ({ name: String(name), value: String(id) }));
			},

			/** The request templates by name. */
			async getRequestTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const found = await listAll(this, REQUEST_TEMPLATES, 'request_templates');
				return found.map(({ id, name }) => ({ name: String(name), value: String(id) }));
			},

			/** The roles of the chosen one, in the order of the template. */
			async getRoles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return rolesOf(this);
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		for (const [index] of this.getInputData().entries()) {
			const pairedItem = { item: index };
			try {
				const made = await runItem(this, index);
				// What was made of all items says so itself.
				results.push(...made.map((one) => ({ pairedItem, ...one })));
			} catch (error) {
				if (this.continueOnFail()) {
					const { message, description } = error as NodeApiError;
					results.push({ json: { error: message, description }, pairedItem });
				} else if (error instanceof NodeApiError) {
					error.context.itemIndex = index;
					throw new NodeApiError(this.getNode(), error as unknown as JsonObject);
				} else throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: index });
			}
		}
		return [results];
	}
}
