import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	acting,
	addressIn,
	appendAll,
	appendFile,
	fileItem,
	filled,
	getting,
	idempotencyKey,
	items,
	jsonOf,
	listing,
	requestOptions,
	type Run,
} from './parts';
import { REQUEST_TEMPLATES } from './request-templates';
import { callForFile, callForJson } from './transport';

const BULK_SENDS = '/api/v1/bulk-sends';

const headersOf = (node: IExecuteFunctions, index: number) => ({
	'Idempotency-Key': idempotencyKey(node, index),
});

/** What an editor for JSON holds, where it may be empty. */
const given = (value: unknown) => (value === '' || value === undefined ? undefined : jsonOf(value));

/** A signature request of a document that was prepared with roles. */
export const fromRequestTemplate: Run = async (node, index) => {
	const { person = [] } = node.getNodeParameter('people', index) as { person?: IDataObject[] };
	const signers = person.map(({ values, ...others }) => ({
		...filled(others),
		...(given(values) && { values: given(values) }),
	}));
	const data = given(node.getNodeParameter('wordData', index));
	const options = filled(requestOptions(node, index));
	const path = `${addressIn(REQUEST_TEMPLATES, 'requestTemplateId')(node, index)}/documents`;
	const json = { ...options, signers, ...(data && { data }) };
	const parts = { json, headers: headersOf(node, index) };
	return items(await callForJson<IDataObject>(node, 'POST', path, parts));
};

/** The fields of an item by the names of columns: what is inside an object is named with a dot. */
function cellsOf(json: IDataObject, prefix = ''): Array<[string, string]> {
	return Object.entries(json).flatMap(([name, value]): Array<[string, string]> => {
		if (value === null || value === undefined) return [];
		const column = `${prefix}${name}`;
		if (typeof value !== 'object') return [[column, String(value)]];
		if (Array.isArray(value)) return [[column, JSON.stringify(value)]];
		return cellsOf(value as IDataObject, `${column}.`);
	});
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A list (RFC 4180) with a row for each item. */
function listOf(rows: IDataObject[]): string {
	const cells = rows.map((json) => new Map(cellsOf(json)));
	const names = [...new Set(cells.flatMap((row) => [...row.keys()]))];
	const lines = [names, ...cells.map((row) => names.map((name) => row.get(name) ?? ''))];
	return lines.map((line) => line.map(quoted).join(',')).join('\r\n');
}

/** Of all items it is made once, with the parameters of the first. */
const create: Run = async (node, index) => {
	const ofItems = node.getNodeParameter('listSource', index) === 'items';
	if (ofItems && index > 0) return [];
	const all = node.getInputData();
	const form = new FormData();
	const template = node.getNodeParameter('requestTemplateId', index) as string;
	form.append('request_template_id', template);
	if (ofItems) {
		const list = listOf(all.map(({ json }) => json));
		form.append('rows', new Blob([list], { type: 'text/csv' }), 'items.csv');
	} else {
		const field = node.getNodeParameter('listField', index) as string;
		await appendFile(node, form, 'rows', index, field);
	}
	appendAll(form, node.getNodeParameter('bulkOptions', index) as IDataObject);
	const parts = { form, headers: headersOf(node, index) };
	const made = items(await callForJson<IDataObject>(node, 'POST', BULK_SENDS, parts));
	if (!ofItems) return made;
	return made.map((one) => ({ ...one, pairedItem: all.map((_, item) => ({ item })) }));
};

const address = addressIn(BULK_SENDS, 'bulkSendId');

const downloadResults: Run = async (node, index) => {
	const field = node.getNodeParameter('resultsField', index) as string;
	const file = await callForFile(node, 'GET', `${address(node, index)}/results`);
	return await fileItem(node, file, field);
};

/** What can be done with bulk sends. */
export const BULK_RUNS: Record<string, Run> = {
	create,
	get: getting(address),
	getAll: listing(BULK_SENDS, 'bulk_sends'),
	downloadResults,
	start: acting(address, 'start'),
	cancel: acting(address, 'cancel'),
};
