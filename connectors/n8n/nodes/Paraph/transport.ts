import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

/** What a call may carry. */
export interface CallParts {
	qs?: IDataObject;
	json?: IDataObject;
	form?: FormData;
	headers?: IDataObject;
	/** The answer is a file. */
	isFile?: boolean;
}

/** An answer that is a file. */
export interface FileAnswer {
	body: Buffer;
	headers: Record<string, string>;
}

interface Problem {
	title?: string;
	code?: string;
	detail?: string;
	errors?: Array<{ pointer?: string; detail: string }>;
}

/** Problem documents name what is wrong and where: that is what people read in the editor. */
function problemOf(error: unknown): Problem | undefined {
	const { response, context } = error as {
		response?: { data?: unknown; body?: unknown };
		context?: { data?: unknown };
	};
	const data = context?.data ?? response?.data ?? response?.body;
	try {
		const text = Buffer.isBuffer(data) || typeof data === 'string' ? JSON.parse(String(data)) : data;
		return (text as Problem | undefined)?.code === undefined ? undefined : (text as Problem);
	} catch {
		return undefined;
	}
}

/** Calls the service; a refusal becomes an error with its findings. */
export async function paraphRequest(
	this: IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions,
	method: IHttpRequestMethods,
	path: string,
	{ qs, json, form, headers, isFile = false }: CallParts = {},
): Promise<unknown> {
	const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('paraphApi');
	try {
		return await this.helpers.httpRequestWithAuthentication.call(this, 'paraphApi', {
			method,
			baseURL: baseUrl.replace(/\/+$/, ''),
			url: path,
			...(qs && { qs }),
			...(headers && { headers }),
			...(form ? { body: form } : json && { body: json, json: true }),
			...(isFile && { encoding: 'arraybuffer' as const, returnFullResponse: true }),
		});
	} catch (error) {
		const problem = problemOf(error);
		throw new NodeApiError(this.getNode(), error as JsonObject, {
			...(problem && {
				message: problem.title ?? problem.code,
				description: [
					`${problem.code}: ${problem.detail}`,
					...(problem.errors ?? []).map(({ pointer, detail }) => `${pointer ?? ''} ${detail}`.trim()),
				].join('\n'),
			}),
		});
	}
}
