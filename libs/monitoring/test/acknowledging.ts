import type { Plugin, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';

/** An acknowledgement as {@link acknowledging} reads it. */
export interface PostedAcknowledgement {
  readonly event_key: string;
  readonly acknowledged: boolean;
  readonly by?: string;
  readonly comment?: string;
  readonly occurred_at?: string;
}

type Item = Partial<PostedAcknowledgement> & { readonly broken?: boolean };

/** Like `direct`, for lists that may also contain acknowledgements. Broken items cannot be parsed until `mended` is set. */
export const acknowledging = {
  ...direct,
  plugin_id: 'acknowledging',
  mended: true,
  parse(delivery, options): readonly PluginOutcome[] {
    return (delivery.body as unknown as readonly Item[]).map((item, at) => {
      const pointer = `/${at}`;
      if (item.broken === true && !this.mended) return { outcome: 'ERROR', pointer, reason: 'broken' };
      if (item.acknowledged === undefined) {
        const [read] = direct.parse({ ...delivery, body: [item] as never }, options);
        if (read?.outcome !== 'EVENT') throw new Error('not an event');
        return { ...read, event: { ...read.event, pointer } };
      }
      const { event_key = '', acknowledged, by = null, comment = null, occurred_at } = item;
      const time = occurred_at === undefined ? null : new Date(occurred_at);
      return {
        outcome: 'ACKNOWLEDGED',
        acknowledgement: { event_key, acknowledged, by, comment, occurred_at: time, pointer },
      };
    });
  },
} satisfies Plugin & { mended: boolean } as Plugin & { mended: boolean };
