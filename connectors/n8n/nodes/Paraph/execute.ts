import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type FileAnswer, paraphRequest } from './transport';

type Run = (this: IExecuteFunctions, index: number) => Promise<INodeExecutionData[]>;

/** Empty fields of the editor are fields that were left out. */
const filled = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const jsonOf = (value: unknown): IDataObject =>
	(typeof value === 'string' ? JSON.parse(value) : value) as IDataObject;

const list = (json: IDataObject | IDataObject[]): INodeExecutionData[] =>
	(Array.isArray(json) ? json : [json]).map((one) => ({ json: one }));

async function appendFile(
	this: IExecuteFunctions,
	form: FormData,
	part: string,
	index: number,
	field: string,
): Promise<void> {
	const { fileName, mimeType } = this.helpers.assertBinaryData(index, field);
	const bytes = await this.helpers.getBinaryDataBuffer(index, field);
	form.append(part, new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName ?? part);
}

/** The template and its data as parts of a form. */
async function templateForm(this: IExecuteFunctions, index: number): Promise<FormData> {
	const form = new FormData();
	if (this.getNodeParameter('templateSource', index) === 'stored')
		form.append('template_id', this.getNodeParameter('templateId', index) as string);
	else {
		const field = this.getNodeParameter('templateField', index) as string;
		await appendFile.call(this, form, 'template', index, field);
	}
	form.append('data', JSON.stringify(jsonOf(this.getNodeParameter('data', index))));
	return form;
}

function appendAll(form: FormData, fields: IDataObject): void {
	for (const [name, value] of Object.entries(filled(fields)))
		form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}

async function fileItem(
	this: IExecuteFunctions,
	{ body, headers }: FileAnswer,
	field: string,
): Promise<INodeExecutionData[]> {
	const [, name = 'document'] = /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '') ?? [];
	const type = headers['content-type'] ?? 'application/octet-stream';
	const binary = await this.helpers.prepareBinaryData(Buffer.from(body), name, type);
	return [{ json: { fileName: name, mimeType: type }, binary: { [field]: binary } }];
}

/** A document; `path` says of which kind. */
const rendering = (path: string): Run =>
	async function (index) {
		const form = await templateForm.call(this, index);
		const { outputField = 'data', output_filename, ...options } = this.getNodeParameter(
			'options',
			index,
		) as IDataObject;
		if (path === '/render-document')
			form.append('format', this.getNodeParameter('format', index) as string);
		appendAll(form, { ...(output_filename ? { output_filename } : {}), options: filled(options) });
		const answer = await paraphRequest.call(this, 'POST', path, { form, isFile: true });
		return await fileItem.call(this, answer as FileAnswer, outputField as string);
	};

/** A signature request; `path` says of what. */
const requesting = (path: string): Run =>
	async function (index) {
		const isTemplate = path === '/create-signature-request';
		const form = isTemplate ? await templateForm.call(this, index) : new FormData();
		if (!isTemplate) {
			const field = this.getNodeParameter('pdfField', index) as string;
			await appendFile.call(this, form, 'file', index, field);
		}
		const { signer = [] } = this.getNodeParameter('signers', index) as { signer?: IDataObject[] };
		form.append('signers', JSON.stringify(signer.map(filled)));
		appendAll(form, this.getNodeParameter('requestOptions', index) as IDataObject);
		// A workflow that n8n tries again must not ask people twice.
		const headers = { 'Idempotency-Key': randomUUID() };
		return list((await paraphRequest.call(this, 'POST', path, { form, headers })) as IDataObject);
	};

const address = (node: IExecuteFunctions, index: number): string =>
	`/api/v1/documents/${encodeURIComponent(node.getNodeParameter('documentId', index) as string)}`;

const acting = (method: 'GET' | 'POST', suffix = ''): Run =>
	async function (index) {
		const path = address(this, index) + suffix;
		return list((await paraphRequest.call(this, method, path)) as IDataObject);
	};

const download: Run = async function (index) {
	const path = `${address(this, index)}/${this.getNodeParameter('file', index)}`;
	const answer = (await paraphRequest.call(this, 'GET', path, { isFile: true })) as FileAnswer;
	return await fileItem.call(this, answer, this.getNodeParameter('outputField', index) as string);
};

const getAll: Run = async function (index) {
	const all = this.getNodeParameter('returnAll', index) as boolean;
	const limit = all ? Infinity : (this.getNodeParameter('limit', index) as number);
	const filters = filled(this.getNodeParameter('filters', index) as IDataObject);
	const found: IDataObject[] = [];
	let cursor: string | undefined;
	do {
		const qs = { ...filters, limit: Math.min(100, limit - found.length), ...(cursor && { cursor }) };
		const page = (await paraphRequest.call(this, 'GET', '/api/v1/documents', { qs })) as {
			documents: IDataObject[];
			next_cursor?: string;
		};
		found.push(...page.documents);
		cursor = page.next_cursor;
	} while (cursor !== undefined && found.length < limit);
	return list(found);
};

const RUNS: Record<string, Run> = {
	render: rendering('/render-document'),
	renderFacturx: rendering('/render-facturx'),
	createFromPdf: requesting('/api/v1/documents'),
	createFromTemplate: requesting('/create-signature-request'),
	get: acting('GET'),
	remind: acting('POST', '/remind'),
	cancel: acting('POST', '/cancel'),
	download,
	getAll,
};

/** Does what one item asks for. */
export async function execute(this: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const run = RUNS[this.getNodeParameter('operation', index) as string];
	if (run === undefined) throw new Error('There is no such operation');
	return await run.call(this, index);
}
