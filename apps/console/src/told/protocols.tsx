import { Mail, MessageSquare, Share2, Siren, Smartphone, Webhook, type IconNode } from 'lucide';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { useLoaded } from '../parts/use-loaded.js';

export type Protocol = Schemas['ProtocolInfo'];

const ICONS: Readonly<Record<string, IconNode>> = {
  ...{ email: Mail, slack: MessageSquare, teams: MessageSquare, mattermost: MessageSquare },
  ...{ pagerduty: Siren, opsgenie: Siren, ntfy: Smartphone, relay: Share2 },
};

export const protocolIcon = (protocol_id: string): IconNode => ICONS[protocol_id] ?? Webhook;

/** The protocols of the service, loaded once. */
export function useProtocols() {
  const loaded = useLoaded('protocols', (signal) => client.call('listProtocols', {}, { signal }));
  const protocols: readonly Protocol[] = loaded.value.value?.results ?? [];
  const nameOf = (protocol_id: string) =>
    protocols.find((each) => each.protocol_id === protocol_id)?.name ?? protocol_id;
  return { protocols, nameOf, failure: loaded.failure };
}

interface Properties {
  readonly protocols: readonly Protocol[];
  readonly chosen: string;
  readonly onChoose: (protocol_id: string) => void;
}

/** The ways to tell somebody, as tiles. */
export function ProtocolTiles({ protocols, chosen, onChoose }: Properties) {
  return (
    <div class="tiles" role="group" aria-label="How they are told">
      {protocols.map(({ protocol_id, name }) => (
        <button
          key={protocol_id}
          type="button"
          aria-pressed={protocol_id === chosen}
          onClick={() => onChoose(protocol_id)}
        >
          <Icon of={protocolIcon(protocol_id)} />
          {name}
        </button>
      ))}
    </div>
  );
}
