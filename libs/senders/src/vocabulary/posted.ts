import type { PluginEvent, PluginSample } from '../plugin-api/plugin.js';
import { asText } from './plain.js';

type Becomes = Partial<PluginEvent> | 'IGNORED' | 'ERROR';

/**
 * A sample: what is posted (an object or a list as JSON, a text as it is) and what it becomes, one for each alarm.
 * @param more the incident it belongs to, headers, a content type other than JSON
 */
export function posted(
  name: string,
  body: unknown,
  becomes: Becomes | readonly Becomes[],
  more: Pick<PluginSample, 'incident' | 'headers' | 'content_type'> = {},
): PluginSample {
  const each = Array.isArray(becomes) ? (becomes as readonly Becomes[]) : [becomes as Becomes];
  return {
    name,
    ...more,
    body: typeof body === 'string' ? body : asText(body),
    expect: each.map((one) =>
      typeof one === 'string' ? { outcome: one } : { outcome: 'EVENT' as const, event: one },
    ),
  };
}
