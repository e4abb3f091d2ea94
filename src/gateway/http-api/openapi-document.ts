import type { JsonObject } from '../../shared/json.ts';
import { PACKAGE_VERSION } from '../version.ts';
import { ANSWER_SCHEMAS } from './answer-schemas.ts';
import { REQUEST_SCHEMAS, type RequestName } from './request-schemas.ts';

/** Header in which a client names the session that a request belongs to. */
export const SESSION_HEADER = 'Toolscout-Session';
export const SESSION_PATTERN = '^[A-Za-z0-9_.-]{1,64}$';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

/** Statuses that an operation may answer with beside 200, and what they mean. */
const PROBLEMS: Readonly<Record<string, string>> = {
  400: 'The request cannot be read.',
  401: 'Nobody knows who this is.',
  403: 'Not allowed, or not approved.',
  404: 'There is no such tool, or no such request for consent.',
  405: 'Not with this method.',
  408: 'Nobody decided in time whether the call may run.',
  409: 'The name means several tools, or the tool changed.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The body, or the arguments of the tool, do not fit.',
  429: 'Too many requests; `Retry-After` says how long to wait.',
  500: 'A fault of the gateway.',
  502: 'The server of the tool answered wrongly.',
  503: 'The server of the tool, or this gateway, is not available.',
  504: 'The server of the tool did not answer in time.',
};

const problems = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]) => [status, { description, ...json(ref('Error')) }]),
);
const SESSION: JsonObject = {
  name: SESSION_HEADER,
  in: 'header',
  description:
    'Names the session: what was shown is not shown twice, results can be read on, and consent for a session holds.',
  required: false,
  schema: { type: 'string', pattern: SESSION_PATTERN },
};

interface OperationTexts {
  readonly id: string;
  readonly summary: string;
  readonly body?: RequestName;
  readonly answer: JsonObject;
  readonly parameters?: readonly JsonObject[];
  readonly example?: JsonObject;
  /** Where to go from its answer: which tools exist only the gateway knows. */
  readonly links?: JsonObject;
}

function operation({ id, summary, body, answer, parameters = [], example, links }: OperationTexts): JsonObject {
  return {
    operationId: id,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: ref(body), ...(example === undefined ? {} : { example }) },
            },
          },
        }),
    responses: {
      200: { description: 'Done.', ...json(answer), ...(links === undefined ? {} : { links }) },
      ...problems,
    },
  };
}

/** The description of the HTTP API, in OpenAPI 3.1. Bodies are checked against these very schemas. */
export const OPENAPI_DOCUMENT: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'Toolscout',
    version: PACKAGE_VERSION,
    description: 'Finds the right tool for an agent, and runs it under the same rules as a direct call.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The gateway that this is read from.' }],
  // A gateway on loopback may be without keys.
  security: [{ bearer: [] }, {}],
  paths: {
    '/v1/search': {
      post: operation({
        id: 'search',
        summary: 'Find tools for one need or several.',
        body: 'SearchRequest',
        answer: { anyOf: [ref('SearchAnswer'), ref('SearchAnswers')] },
        parameters: [SESSION],
        example: { query: 'remember a fact', limit: 3 },
        links: {
          describe: { operationId: 'describe', requestBody: { name: '$response.body#/hits/0/name' } },
          call: { operationId: 'call', requestBody: { name: '$response.body#/hits/0/name', arguments: {} } },
        },
      }),
    },
    '/v1/describe': {
      post: operation({
        id: 'describe',
        summary: 'Get the exact definition of a tool, or of several.',
        body: 'DescribeRequest',
        answer: { anyOf: [ref('Description'), ref('Descriptions')] },
        parameters: [SESSION],
      }),
    },
    '/v1/call': {
      post: operation({
        id: 'call',
        summary: 'Run a tool. A call that needs consent is answered when somebody has decided.',
        body: 'CallRequest',
        answer: ref('ToolResult'),
        parameters: [SESSION],
      }),
    },
    '/v1/assemble': {
      post: operation({
        id: 'assemble',
        summary: 'Decide which tools a request to a model carries.',
        body: 'AssembleRequest',
        answer: ref('Assembly'),
        parameters: [SESSION],
      }),
    },
    '/v1/preselect': {
      post: operation({
        id: 'preselect',
        summary: 'Choose the tools that a turn starts with.',
        body: 'PreselectRequest',
        answer: ref('Preselection'),
      }),
    },
    '/v1/approvals': {
      get: operation({
        id: 'listApprovals',
        summary: 'Calls of this caller that wait for consent; those of everybody for who may approve and observe.',
        answer: ref('Approvals'),
        links: {
          decide: { operationId: 'decideApproval', parameters: { id: '$response.body#/approvals/0/id' } },
        },
      }),
    },
    '/v1/approvals/{id}': {
      post: operation({
        id: 'decideApproval',
        summary: 'Let a call that waits run, or not. Needs the right "approve".',
        body: 'ApprovalDecision',
        answer: ref('ApprovalDecided'),
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      }),
    },
    '/v1/openapi.json': {
      get: operation({ id: 'openapi', summary: 'This description.', answer: { type: 'object' } }),
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the gateway, or an access token.' },
    },
    schemas: { ...REQUEST_SCHEMAS, ...ANSWER_SCHEMAS },
  },
};
