import type { OpenAPIObject } from '@nestjs/swagger';
import { BUILT_IN_PLUGINS, PluginRegistry, type Plugin } from '#monitoring';
import { operationsOf } from './operations-of.js';

interface Example {
  readonly summary: string;
  readonly value?: unknown;
}
type Examples = Record<string, Example>;

const FORM = 'application/x-www-form-urlencoded';
/** What comes first is what is shown first, and fits the webhook that the first steps create. */
const FIRST = ['prometheus', 'direct'];
/** What can be posted, by content type; JSON as the operation has it. */
const BODIES = {
  'application/json': undefined,
  [FORM]: {
    type: 'object',
    additionalProperties: { type: 'string' },
  },
} as const;

/** Gives the operations that take what senders post a payload of every plugin, by the content type it is posted as. */
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

/** One that becomes an event; rather one that needs no header field of the sender. */
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
