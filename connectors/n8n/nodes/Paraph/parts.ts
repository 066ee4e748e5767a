import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callForJson, type FileAnswer, listAll } from './transport';

/** Signature requests of the service. */
export const DOCUMENTS = '/api/v1/documents';

/** Does what one item asks for. */
export type Run = (node: IExecuteFunctions, index: number) => Promise<INodeExecutionData[]>;

/** Empty fields of the editor are fields that were left out. */
export const filled = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** What an editor for JSON holds: its text, or what an expression gave. */
export const jsonOf = (value: unknown): IDataObject =>
	(typeof value === 'string' ? JSON.parse(value) : value) as IDataObject;

/** Names separated by commas. */
export const namesIn = (value: unknown): string[] =>
	String(value)
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** The options of a request, whose tags are a list. */
export function requestOptions(node: IExecuteFunctions, index: number): IDataObject {
	const { tags, ...options } = node.getNodeParameter('requestOptions', index) as IDataObject;
	const names = namesIn(tags ?? '');
	return names.length === 0 ? options : { ...options, tags: names };
}

/** Items without files. */
export const items = (...found: IDataObject[]): INodeExecutionData[] => found.map((json) => ({ json }));

/** Puts fields into a form, those that are no texts as JSON. */
export function appendAll(form: FormData, fields: IDataObject): void {
	for (const [name, value] of Object.entries(filled(fields)))
		form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}

/** Puts a file of the item into a form. */
export async function appendFile(
	node: IExecuteFunctions,
	form: FormData,
	part: string,
	index: number,
	field: string,
): Promise<void> {
	const { fileName, mimeType } = node.helpers.assertBinaryData(index, field);
	const bytes = await node.helpers.getBinaryDataBuffer(index, field);
	form.append(part, new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName ?? part);
}

/** An item with a file. */
export async function fileItem(
	node: IExecuteFunctions,
	{ bytes, name, type }: FileAnswer,
	field: string,
): Promise<INodeExecutionData[]> {
	const binary = await node.helpers.prepareBinaryData(bytes, name, type);
	return [{ json: { fileName: name, mimeType: type }, binary: { [field]: binary } }];
}

/** The same for each try of one item in one run: a node that n8n runs again asks nobody twice. */
export function idempotencyKey(node: IExecuteFunctions, index: number): string {
	const { $runIndex } = node.getWorkflowDataProxy(index) as unknown as { $runIndex: number };
	const names = [node.getInstanceId(), node.getExecutionId(), node.getNode().id, $runIndex, index];
	return names.join('-');
}

type Address = (node: IExecuteFunctions, index: number) => string;

/** The address of what a parameter names. */
export const addressIn =
	(path: string, parameter: string): Address =>
	(node, index) =>
		`${path}/${encodeURIComponent(node.getNodeParameter(parameter, index) as string)}`;

/** What is at an address. */
export const getting =
	(address: Address): Run =>
	async (node, index) =>
		items(await callForJson<IDataObject>(node, 'GET', address(node, index)));

/** A step that the sender takes; `own` names the parameters that only this one has. */
export const acting =
	(address: Address, suffix: string, ...own: string[]): Run =>
	async (node, index) => {
		const json = filled(
			Object.fromEntries(own.map((name) => [name, node.getNodeParameter(name, index) as string])),
		);
		const path = `${address(node, index)}/${suffix}`;
		return items(await callForJson<IDataObject>(node, 'POST', path, { json }));
	};

/** All or many of a list. */
export const listing =
	(path: string, member: string): Run =>
	async (node, index) => {
		const all = node.getNodeParameter('returnAll', index) as boolean;
		const limit = all ? Infinity : (node.getNodeParameter('limit', index) as number);
		const given = filled(node.getNodeParameter('filters', index, {}) as IDataObject);
		// Several values are a text with commas, and a workflow from before has a single one.
		const filters = filled(
			Object.fromEntries(
				Object.entries(given).map(([name, value]) => [
					name,
					Array.isArray(value) ? value.join(',') : value,
				]),
			),
		);
		return items(...(await listAll(node, path, member, { filters, limit })));
	};
