import type { OpenAPIObject } from '@nestjs/swagger';
import { BUILT_IN_PLUGINS, PluginRegistry, type Plugin } from '#monitoring';
import { operationsOf } from './operations-of.js';

interface Example {
  readonly summary: string;
  readonly value?: unknown;
}
type Examples = Record<string, Example>;

const FORM = 'application/x-www-form-urlencoded';
/** The samples that come first. Swagger UI shows the first one, which must fit the webhook of the first steps. */
const FIRST = ['prometheus', 'direct'];
/** The schemas of a body, by content type. For JSON, the operation's own schema is kept. */
const BODIES = {
  'application/json': undefined,
  [FORM]: {
    type: 'object',
    additionalProperties: { type: 'string' },
  },
} as const;

/** Adds a sample of every plugin, under its content type, to operations that accept payloads of senders. */
export function withSampleBodies(document: OpenAPIObject): OpenAPIObject {
  const byType = samplesByType();
  for (const operation of operationsOf(document)) {
    const body = operation.requestBody;
    const schema = body && 'content' in body ? body.content['application/json']?.schema : undefined;
    if (!body || !('content' in body) || !schema || !takesAnything(schema)) continue;
    const entries = Object.entries(BODIES).map(([type, posted]) => {
      const names = Object.keys(byType.get(type) ?? {});
      const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }] as const);
      return [type, { schema: posted ?? schema, examples: Object.fromEntries(examples) }] as const;
    });
    body.content = Object.fromEntries(entries);
  }
  const examples = Object.assign({}, ...byType.values()) as Examples;
  return { ...document, components: { ...document.components, examples } };
}

function takesAnything(schema: object): boolean {
  return JSON.stringify(schema).includes('/SenderPayload"');
}

function samplesByType(): ReadonlyMap<string, Examples> {
  const plugins = new PluginRegistry(BUILT_IN_PLUGINS).list();
  const place = ({ plugin_id }: Plugin) =>
    FIRST.includes(plugin_id) ? FIRST.indexOf(plugin_id) : FIRST.length;
  const byType = new Map<string, Examples>(Object.keys(BODIES).map((type) => [type, {}]));
  for (const plugin of plugins.toSorted((one, other) => place(one) - place(other))) {
    const sample = sampleOf(plugin);
    if (!sample) continue;
    const form = sample.content_type?.startsWith(FORM) ?? false;
    const value: unknown = form ? Object.fromEntries(new URLSearchParams(sample.body)) : jsonIn(sample.body);
    const examples = byType.get(form ? FORM : 'application/json');
    if (examples && value !== undefined) examples[plugin.plugin_id] = { summary: plugin.name, value };
  }
  return byType;
}

/** Returns a sample that becomes an event, if possible one that needs no header of the sender. */
function sampleOf({ samples }: Plugin): Plugin['samples'][number] | undefined {
  const alarms = samples.filter(({ expect }) => expect.some(({ outcome }) => outcome === 'EVENT'));
  return alarms.find(({ headers }) => headers === undefined) ?? alarms[0] ?? samples[0];
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
