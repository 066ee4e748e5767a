import {
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type JsonObject,
	NodeApiError,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { callForJson } from '../Paraph/transport';
import { isGenuine } from './signature';

const WEBHOOKS = '/api/v1/webhooks';

/** Events of the service, by what people read. */
const EVENTS = [
	{ name: 'Batch Completed', value: 'batch.completed' },
	{ name: 'Batch Failed', value: 'batch.failed' },
	{ name: 'Document Cancelled', value: 'document.cancelled' },
	{ name: 'Document Completed', value: 'document.completed' },
	{ name: 'Document Created', value: 'document.created' },
	{ name: 'Document Declined', value: 'document.declined' },
	{ name: 'Document Expired', value: 'document.expired' },
	{ name: 'Document Failed', value: 'document.failed' },
	{ name: 'Document Reactivated', value: 'document.reactivated' },
	{ name: 'Document Sent', value: 'document.sent' },
	{ name: 'Document Updated', value: 'document.updated' },
	{ name: 'Signer Approved', value: 'signer.approved' },
	{ name: 'Signer Blocked', value: 'signer.blocked' },
	{ name: 'Signer Declined', value: 'signer.declined' },
	{ name: 'Signer Delegated', value: 'signer.delegated' },
	{ name: 'Signer Delivery Failed', value: 'signer.delivery_failed' },
	{ name: 'Signer Invited', value: 'signer.invited' },
	{ name: 'Signer Opened', value: 'signer.opened' },
	{ name: 'Signer OTP Failed', value: 'signer.otp_failed' },
	{ name: 'Signer OTP Sent', value: 'signer.otp_sent' },
	{ name: 'Signer Reminded', value: 'signer.reminded' },
	{ name: 'Signer Returned', value: 'signer.returned' },
	{ name: 'Signer Signed', value: 'signer.signed' },
	{ name: 'Signer Verified', value: 'signer.verified' },
];

/** The webhook that this node made, as its workflow keeps it. */
const addressOf = (kept: IDataObject): string =>
	`${WEBHOOKS}/${encodeURIComponent(kept.webhookId as string)}`;

const isGone = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '404';

/** Removes the webhook that the workflow keeps, also where somebody else did so already. */
async function remove(hook: IHookFunctions): Promise<void> {
	const kept = hook.getWorkflowStaticData('node');
	if (typeof kept.webhookId !== 'string') return;
	try {
		await callForJson(hook, 'DELETE', addressOf(kept));
	} catch (error) {
		if (!isGone(error)) throw new NodeApiError(hook.getNode(), error as JsonObject);
	}
	delete kept.webhookId;
	delete kept.secret;
}

/** Starts a workflow when something happens to a signature request. */
export class ParaphTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paraph Trigger',
		name: 'paraphTrigger',
		icon: { light: 'file:../Paraph/paraph.svg', dark: 'file:../Paraph/paraph.dark.svg' },
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
				options: EVENTS,
				default: ['document.completed'],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				if (typeof kept.webhookId !== 'string') return false;
				try {
					const { url, status } = await callForJson<IDataObject>(this, 'GET', addressOf(kept));
					return status === 'active' && url === this.getNodeWebhookUrl('default');
				} catch (error) {
					if (isGone(error)) return false;
					throw new NodeApiError(this.getNode(), error as JsonObject);
				}
			},

			async create(this: IHookFunctions): Promise<boolean> {
				// One that was switched off, or that belongs to another address.
				await remove(this);
				const json = {
					url: this.getNodeWebhookUrl('default'),
					events: this.getNodeParameter('events') as string[],
					description: `n8n: ${this.getWorkflow().name ?? ''}`.slice(0, 200),
				};
				const { id, secret } = await callForJson<IDataObject>(this, 'POST', WEBHOOKS, { json });
				// The secret is shown this once.
				Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret });
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				await remove(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { headers, rawBody } = this.getRequestObject();
		const body = rawBody.toString('utf8');
		const { secret } = this.getWorkflowStaticData('node');
		const now = Date.now() / 1000;
		if (typeof secret !== 'string' || !(await isGenuine(secret, { headers, body }, now))) {
			this.getResponseObject().status(401).end();
			return { noWebhookResponse: true };
		}
		return { workflowData: [this.helpers.returnJsonArray(JSON.parse(body) as IDataObject)] };
	}
}
