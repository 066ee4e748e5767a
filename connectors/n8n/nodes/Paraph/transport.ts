import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

const PAGE = 100;

type Caller = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

/** What a call may carry: a form or JSON, not both. */
export interface CallParts {
	qs?: IDataObject;
	json?: IDataObject;
	form?: FormData;
	headers?: Record<string, string>;
}

/** An answer that is a file. */
export interface FileAnswer {
	bytes: Buffer;
	name: string;
	type: string;
}

interface Answer {
	body: Buffer;
	headers: Record<string, string | undefined>;
	statusCode: number;
}

interface Problem {
	title: string;
	code: string;
	detail: string;
	errors?: Array<{ pointer?: string; detail: string }>;
}

/** The parts of a request that hold its body. A form goes as bytes, which can be sent a second time. */
async function bodyOf({ json, form, headers }: CallParts) {
	if (form === undefined)
		return json === undefined ? { headers } : { headers, body: json as JsonObject };
	const encoded = new Response(form);
	return {
		headers: { ...headers, 'Content-Type': encoded.headers.get('content-type') ?? '' },
		body: Buffer.from(await encoded.arrayBuffer()),
	};
}

/** A refusal as people read it in the editor: what is wrong, and where. */
function refusal(caller: Caller, { body, statusCode }: Answer): NodeApiError {
	const text = body.toString('utf8');
	let problem: Problem | undefined;
	try {
		problem = JSON.parse(text) as Problem;
	} catch {
		problem = undefined;
	}
	const findings = (problem?.errors ?? []).map(({ pointer, detail }) =>
		pointer === undefined ? detail : `${pointer} ${detail}`,
	);
	return new NodeApiError(caller.getNode(), { statusCode, body: text } as JsonObject, {
		httpCode: String(statusCode),
		message: problem?.title ?? `The service answered ${statusCode}`,
		description: problem
			? [`${problem.code}: ${problem.detail}`, ...findings].join('\n')
			: text.slice(0, 500),
	});
}

async function send(
	caller: Caller,
	method: IHttpRequestMethods,
	path: string,
	parts: CallParts,
): Promise<Answer> {
	const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>('paraphApi');
	const answer = (await caller.helpers.httpRequestWithAuthentication.call(caller, 'paraphApi', {
		method,
		baseURL: baseUrl.replace(/\/+$/, ''),
		url: path,
		...(parts.qs && { qs: parts.qs }),
		...(await bodyOf(parts)),
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	})) as Answer;
	if (answer.statusCode >= 400) throw refusal(caller, answer);
	return answer;
}

/** Calls the service for JSON; a refusal becomes an error with its findings. */
export async function callForJson<T>(
	caller: Caller,
	method: IHttpRequestMethods,
	path: string,
	parts: CallParts = {},
): Promise<T> {
	const { body } = await send(caller, method, path, parts);
	return (body.length === 0 ? {} : JSON.parse(body.toString('utf8'))) as T;
}

/** The entries of a list, page by page, up to so many. */
export async function listAll(
	caller: Caller,
	path: string,
	member: string,
	{ filters = {}, limit = Infinity }: { filters?: IDataObject; limit?: number } = {},
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let cursor: IDataObject = {};
	do {
		const qs = { ...filters, ...cursor, limit: Math.min(PAGE, limit - found.length) };
		const page = await callForJson<IDataObject>(caller, 'GET', path, { qs });
		found.push(...(page[member] as IDataObject[]));
		cursor = page.next_cursor === undefined ? {} : { cursor: page.next_cursor };
	} while (cursor.cursor !== undefined && found.length < limit);
	return found;
}

/** Calls the service for a file; a refusal becomes an error with its findings. */
export async function callForFile(
	caller: Caller,
	method: IHttpRequestMethods,
	path: string,
	parts: CallParts = {},
): Promise<FileAnswer> {
	const { body, headers } = await send(caller, method, path, parts);
	const named = /filename\*=UTF-8''([^;]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
	const plain = /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1];
	return {
		bytes: body,
		name: named === undefined ? (plain ?? 'document') : decodeURIComponent(named),
		type: headers['content-type'] ?? 'application/octet-stream',
	};
}
