import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { BULK_RUNS, fromRequestTemplate } from './bulk';
import {
	acting,
	addressIn,
	appendAll,
	appendFile,
	DOCUMENTS,
	fileItem,
	filled,
	getting,
	idempotencyKey,
	items,
	jsonOf,
	listing,
	namesIn,
	requestOptions,
	type Run,
} from './parts';
import { callForFile, callForJson } from './transport';

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

/** A signature request, of what the form holds already. */
const requesting =
	(path: string, start: typeof pdfForm): Run =>
	async (node, index) => {
		const form = await start(node, index);
		const { signer = [] } = node.getNodeParameter('signers', index) as { signer?: IDataObject[] };
		form.append('signers', JSON.stringify(signer.map(filled)));
		for (const field of namesIn(node.getNodeParameter('furtherFields', index, '')))
			await appendFile(node, form, 'files', index, field);
		appendAll(form, requestOptions(node, index));
		const headers = { 'Idempotency-Key': idempotencyKey(node, index) };
		return items(await callForJson<IDataObject>(node, 'POST', path, { form, headers }));
	};

const address = addressIn(DOCUMENTS, 'documentId');

const download: Run = async (node, index) => {
	const path = `${address(node, index)}/${node.getNodeParameter('file', index) as string}`;
	const field = node.getNodeParameter('outputField', index) as string;
	return await fileItem(node, await callForFile(node, 'GET', path), field);
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
		createFromRequestTemplate: fromRequestTemplate,
		get: getting(address),
		remind: acting(address, 'remind'),
		cancel: acting(address, 'cancel', 'reason'),
		download,
		getAll: listing(DOCUMENTS, 'documents'),
	},
	bulkSend: BULK_RUNS,
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
