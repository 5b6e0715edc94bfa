import type { OpenAPIObject } from '@nestjs/swagger';
import { BUILT_IN_PLUGINS, PluginRegistry, type Plugin } from '#monitoring';
import { listOperations } from './schema-refs.js';

interface Example {
  readonly summary: string;
  readonly value?: unknown;
}
type Examples = Record<string, Example>;

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** The samples that come first. Swagger UI shows the first one, which must fit the webhook of the first steps. */
const FIRST_PLUGINS = ['prometheus', 'direct'];
/** The schemas of a body, by content type. For JSON, the operation's own schema is kept. */
const BODY_SCHEMAS = {
  'application/json': undefined,
  [FORM_TYPE]: {
    type: 'object',
    additionalProperties: { type: 'string' },
  },
} as const;

/** Adds a sample of every plugin, under its content type, to operations that accept payloads of senders. */
export function addSampleBodies(document: OpenAPIObject): OpenAPIObject {
  const byType = groupSamplesByType();
  for (const operation of listOperations(document)) {
    const body = operation.requestBody;
    const schema = body && 'content' in body ? body.content['application/json']?.schema : undefined;
    if (!body || !('content' in body) || !schema || !acceptsSenderPayload(schema)) continue;
    const entries = Object.entries(BODY_SCHEMAS).map(([type, bodySchema]) => {
      const names = Object.keys(byType.get(type) ?? {});
      const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }] as const);
      return [type, { schema: bodySchema ?? schema, examples: Object.fromEntries(examples) }] as const;
    });
    body.content = Object.fromEntries(entries);
  }
  const examples = Object.assign({}, ...byType.values()) as Examples;
  return { ...document, components: { ...document.components, examples } };
}

function acceptsSenderPayload(schema: object): boolean {
  return JSON.stringify(schema).includes('/SenderPayload"');
}

function groupSamplesByType(): ReadonlyMap<string, Examples> {
  const plugins = new PluginRegistry(BUILT_IN_PLUGINS).list();
  const rank = ({ plugin_id }: Plugin) =>
    FIRST_PLUGINS.includes(plugin_id) ? FIRST_PLUGINS.indexOf(plugin_id) : FIRST_PLUGINS.length;
  const byType = new Map<string, Examples>(Object.keys(BODY_SCHEMAS).map((type) => [type, {}]));
  for (const plugin of plugins.toSorted((one, other) => rank(one) - rank(other))) {
    const sample = selectSample(plugin);
    if (!sample) continue;
    const isForm = sample.content_type?.startsWith(FORM_TYPE) ?? false;
    const value: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(sample.body))
      : tryParseJson(sample.body);
    const examples = byType.get(isForm ? FORM_TYPE : 'application/json');
    if (examples && value !== undefined) examples[plugin.plugin_id] = { summary: plugin.name, value };
  }
  return byType;
}

/** Returns a sample that becomes an event, if possible one that needs no header of the sender. */
function selectSample({ samples }: Plugin): Plugin['samples'][number] | undefined {
  const alarms = samples.filter(({ expect }) => expect.some(({ outcome }) => outcome === 'EVENT'));
  return alarms.find(({ headers }) => headers === undefined) ?? alarms[0] ?? samples[0];
}

function tryParseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
