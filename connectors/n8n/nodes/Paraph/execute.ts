import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callForFile, callForJson, type FileAnswer, listAll } from './transport';

type Run = (node: IExecuteFunctions, index: number) => Promise<INodeExecutionData[]>;

const DOCUMENTS = '/api/v1/documents';

/** Empty fields of the editor are fields that were left out. */
const filled = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const jsonOf = (value: unknown): IDataObject =>
	(typeof value === 'string' ? JSON.parse(value) : value) as IDataObject;

const items = (...found: IDataObject[]): INodeExecutionData[] => found.map((json) => ({ json }));

function appendAll(form: FormData, fields: IDataObject): void {
	for (const [name, value] of Object.entries(filled(fields)))
		form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}

async function appendFile(
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

/** The template and its data as parts of a form. */
async function templateForm(node: IExecuteFunctions, index: number): Promise<FormData> {
	const form = new FormData();
	if (node.getNodeParameter('templateSource', index) === 'stored')
		form.append('template_id', node.getNodeParameter('templateId', index) as string);
	else {
		const field = node.getNodeParameter('templateField', index) as string;
		await appendFile(node, form, 'template', index, field);
	}
	form.append('data', JSON.stringify(jsonOf(node.getNodeParameter('data', index))));
	return form;
}

async function pdfForm(node: IExecuteFunctions, index: number): Promise<FormData> {
	const form = new FormData();
	const field = node.getNodeParameter('pdfField', index) as string;
	await appendFile(node, form, 'file', index, field);
	return form;
}

async function fileItem(
	node: IExecuteFunctions,
	{ bytes, name, type }: FileAnswer,
	field: string,
): Promise<INodeExecutionData[]> {
	const binary = await node.helpers.prepareBinaryData(bytes, name, type);
	return [{ json: { fileName: name, mimeType: type }, binary: { [field]: binary } }];
}

/** A document; `own` names the parameter that only this call has. */
const rendering =
	(path: string, own: string): Run =>
	async (node, index) => {
		const form = await templateForm(node, index);
		const options = node.getNodeParameter('options', index) as IDataObject;
		const { outputField = 'data', output_filename = '', ...others } = options;
		appendAll(form, {
			[own]: node.getNodeParameter(own, index) as string,
			output_filename,
			options: filled(others),
		});
		const file = await callForFile(node, 'POST', path, { form });
		return await fileItem(node, file, outputField as string);
	};

/** The credit note of the invoice that the item brings. */
const crediting: Run = async (node, index) => {
	const form = new FormData();
	const field = node.getNodeParameter('invoiceField', index) as string;
	await appendFile(node, form, 'file', index, field);
	const options = node.getNodeParameter('options', index) as IDataObject;
	const { outputField = 'data', output_filename = '', locale = '' } = options;
	const lines = node.getNodeParameter('lines', index);
	appendAll(form, {
		number: node.getNodeParameter('number', index) as string,
		issue_date: node.getNodeParameter('issueDate', index) as string,
		reason: node.getNodeParameter('reason', index) as string,
		lines: typeof lines === 'string' ? lines : JSON.stringify(lines),
		output_filename,
		options: filled({ locale }),
	});
	const file = await callForFile(node, 'POST', '/facturx/credit-note', { form });
	return await fileItem(node, file, outputField as string);
};

/** The same for each try of one item in one run: a node that n8n runs again asks nobody twice. */
function idempotencyKey(node: IExecuteFunctions, index: number): string {
	const { $runIndex } = node.getWorkflowDataProxy(index) as unknown as { $runIndex: number };
	const names = [node.getInstanceId(), node.getExecutionId(), node.getNode().id, $runIndex, index];
	return names.join('-');
}

/** A signature request, of what the form holds already. */
const requesting =
	(path: string, start: typeof pdfForm): Run =>
	async (node, index) => {
		const form = await start(node, index);
		const { signer = [] } = node.getNodeParameter('signers', index) as { signer?: IDataObject[] };
		form.append('signers', JSON.stringify(signer.map(filled)));
		appendAll(form, node.getNodeParameter('requestOptions', index) as IDataObject);
		const headers = { 'Idempotency-Key': idempotencyKey(node, index) };
		return items(await callForJson<IDataObject>(node, 'POST', path, { form, headers }));
	};

const address = (node: IExecuteFunctions, index: number): string =>
	`${DOCUMENTS}/${encodeURIComponent(node.getNodeParameter('documentId', index) as string)}`;

const get: Run = async (node, index) =>
	items(await callForJson<IDataObject>(node, 'GET', address(node, index)));

/** A step that the sender takes; `own` names the parameters that only this one has. */
const acting =
	(suffix: string, ...own: string[]): Run =>
	async (node, index) => {
		const json = filled(
			Object.fromEntries(own.map((name) => [name, node.getNodeParameter(name, index) as string])),
		);
		const path = `${address(node, index)}/${suffix}`;
		return items(await callForJson<IDataObject>(node, 'POST', path, { json }));
	};

const download: Run = async (node, index) => {
	const path = `${address(node, index)}/${node.getNodeParameter('file', index) as string}`;
	const field = node.getNodeParameter('outputField', index) as string;
	return await fileItem(node, await callForFile(node, 'GET', path), field);
};

/** All or many of a list. */
const listing =
	(path: string, member: string): Run =>
	async (node, index) => {
		const all = node.getNodeParameter('returnAll', index) as boolean;
		const limit = all ? Infinity : (node.getNodeParameter('limit', index) as number);
		const filters = filled(node.getNodeParameter('filters', index, {}) as IDataObject);
		return items(...(await listAll(node, path, member, { filters, limit })));
	};

const RUNS: Record<string, Record<string, Run>> = {
	document: {
		render: rendering('/render-document', 'format'),
		renderFacturx: rendering('/render-facturx', 'profile'),
		createCreditNote: crediting,
	},
	signatureRequest: {
		createFromPdf: requesting(DOCUMENTS, pdfForm),
		createFromTemplate: requesting('/create-signature-request', templateForm),
		get,
		remind: acting('remind'),
		cancel: acting('cancel', 'reason'),
		download,
		getAll: listing(DOCUMENTS, 'documents'),
	},
	template: { getAll: listing('/templates', 'templates') },
};

/** Does what one item asks for. */
export async function runItem(
	node: IExecuteFunctions,
	index: number,
): Promise<INodeExecutionData[]> {
	const [resource, operation] = ['resource', 'operation'].map(
		(name) => node.getNodeParameter(name, index) as string,
	);
	const run = RUNS[resource]?.[operation];
	if (run === undefined) throw new TypeError(`There is no operation ${operation} of ${resource}`);
	return await run(node, index);
}
