import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** An API key and the address of the service that gave it. */
export class ParaphApi implements ICredentialType {
	name = 'paraphApi';

	displayName = 'Paraph API';

	icon: Icon = {
		light: 'file:../nodes/Paraph/paraph.svg',
		dark: 'file:../nodes/Paraph/paraph.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'https://paraph.example.com',
			description: 'URL of the service',
			required: true,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'API key from the developer area; test keys use no quota',
			required: true,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/usage' },
	};
}
