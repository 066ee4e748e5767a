import { createHmac, timingSafeEqual } from 'node:crypto';
import {
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { paraphRequest } from '../Paraph/transport';

const WEBHOOKS = '/api/v1/webhooks';
const TOLERANCE_SECONDS = 300;

/** Events of the service, in the order of its documentation. */
const EVENTS = [
	'document.created',
	'document.sent',
	'document.completed',
	'document.declined',
	'document.cancelled',
	'document.expired',
	'document.failed',
	'signer.invited',
	'signer.opened',
	'signer.verified',
	'signer.signed',
	'signer.declined',
	'signer.blocked',
	'signer.reminded',
	'signer.delivery_failed',
];

const nameOf = (event: string): string => {
	const [subject = '', what = ''] = event.split('.');
	const words = [subject, ...what.split('_')];
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
};

/** Whether a delivery was signed with the secret (Standard Webhooks 1.0), and just now. */
export function isGenuine(
	secret: string,
	headers: Record<string, string | string[] | undefined>,
	body: string,
	nowSeconds: number,
): boolean {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
		String(headers[`webhook-${name}`] ?? ''),
	);
	if (!(Math.abs(nowSeconds - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
	return (signatures ?? '').split(' ').some((one) => {
		const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
}

/** Starts a workflow when something happens to a signature request. */
export class ParaphTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paraph Trigger',
		name: 'paraphTrigger',
		icon: 'file:paraph.svg',
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts the workflow when something happens to a signature request',
		defaults: { name: 'Paraph Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'paraphApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: EVENTS.map((value) => ({ name: nameOf(value), value })),
				default: ['document.completed'],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { webhookId } = this.getWorkflowStaticData('node');
				if (typeof webhookId !== 'string') return false;
				try {
					const webhook = await paraphRequest.call(this, 'GET', `${WEBHOOKS}/${webhookId}`);
					return (webhook as IDataObject).status === 'active';
				} catch {
					return false;
				}
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const { id, secret } = (await paraphRequest.call(this, 'POST', WEBHOOKS, {
					json: {
						url: this.getNodeWebhookUrl('default'),
						events: this.getNodeParameter('events') as string[],
						description: `n8n: ${this.getWorkflow().name ?? ''}`.slice(0, 200),
					},
				})) as { id: string; secret: string };
				Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret });
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				if (typeof kept.webhookId !== 'string') return true;
				try {
					await paraphRequest.call(this, 'DELETE', `${WEBHOOKS}/${kept.webhookId}`);
				} catch {
					return false;
				}
				delete kept.webhookId;
				delete kept.secret;
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const request = this.getRequestObject();
		const body = request.rawBody.toString('utf8');
		const { secret } = this.getWorkflowStaticData('node');
		if (
			typeof secret !== 'string' ||
			!isGenuine(secret, request.headers, body, Date.now() / 1000)
		) {
			this.getResponseObject().status(401).end();
			return { noWebhookResponse: true };
		}
		return { workflowData: [this.helpers.returnJsonArray(JSON.parse(body) as IDataObject)] };
	}
}
