import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { callForJson } from './transport';

/** Request templates of the service. */
export const REQUEST_TEMPLATES = '/api/v1/request-templates';

type Shown = NonNullable<INodeProperties['displayOptions']>;

/** The roles of the request template that is chosen in the editor. */
export async function rolesOf(node: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const id = node.getCurrentNodeParameter('requestTemplateId');
	if (typeof id !== 'string' || id === '') return [];
	const path = `${REQUEST_TEMPLATES}/${encodeURIComponent(id)}`;
	const { roles } = await callForJson<{ roles: IDataObject[] }>(node, 'GET', path);
	return roles.map(({ role, email }) => ({
		name: email === undefined ? String(role) : `${String(role)} (${String(email)})`,
		value: String(role),
	}));
}

/** Which request template. */
export const requestTemplateField = (displayOptions: Shown): INodeProperties => ({
	displayName: 'Request Template Name or ID',
	name: 'requestTemplateId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getRequestTemplates' },
	required: true,
	displayOptions,
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The template, its people, and the data of a Word template. */
export const roleFields = (displayOptions: Shown): INodeProperties[] => [
	requestTemplateField(displayOptions),
	{
		displayName: 'People',
		name: 'people',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Person',
		displayOptions,
		default: {},
		description: 'One for each role; a role that always is the same person may be left out',
		options: [
			{
				displayName: 'Person',
				name: 'person',
				values: [
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						placeholder: 'name@email.com',
						default: '',
					},
					{ displayName: 'First Name', name: 'first_name', type: 'string', default: '' },
					{
						displayName: 'Language',
						name: 'locale',
						type: 'options',
						options: [
							{ name: 'As in the Template', value: '' },
							{ name: 'Dutch', value: 'nl' },
							{ name: 'English', value: 'en' },
							{ name: 'French', value: 'fr' },
							{ name: 'German', value: 'de' },
							{ name: 'Italian', value: 'it' },
							{ name: 'Polish', value: 'pl' },
							{ name: 'Portuguese', value: 'pt' },
							{ name: 'Spanish', value: 'es' },
						],
						default: '',
					},
					{ displayName: 'Last Name', name: 'last_name', type: 'string', default: '' },
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						description: 'Mobile phone in international format; if empty, the signer enters it',
					},
					{
						displayName: 'Role Name or ID',
						name: 'role',
						type: 'options',
						typeOptions: {
							loadOptionsMethod: 'getRoles',
							loadOptionsDependsOn: ['requestTemplateId'],
						},
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					{
						displayName: 'Values',
						name: 'values',
						type: 'json',
						default: '',
						placeholder: '{ "rent": "850" }',
						description: 'What the fields of the role are filled with, by their names',
					},
				],
			},
		],
	},
	{
		displayName: 'Data',
		name: 'wordData',
		type: 'json',
		displayOptions,
		default: '',
		description: 'The values that fill a Word template; empty for a PDF',
	},
];
