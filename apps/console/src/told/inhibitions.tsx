import { Pause, Play, Split } from 'lucide';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { Badge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { describeInhibition } from './describe-records.js';
import { readForm } from './form-drawer.tsx';
import { InhibitionForm, type Inhibition } from './inhibition-form.tsx';
import { act, RecordCard, RecordList } from './record-list.tsx';
import { RecordMenu } from './record-menu.tsx';
import { describeSeconds } from './words.js';

/** Milliseconds. */
const REFRESH_MS = 15_000;

/** Which alerts are held back while another one explains them. */
export function Inhibitions() {
  const loaded = useLoaded(
    'inhibitions',
    async (signal) => {
      const query = { sort: { keys: [{ key: 'name' }] }, page: { start: 1, limit: 1_000 } };
      const { results } = await client.call('searchInhibitions', { body: { query } }, { signal });
      return results as readonly Inhibition[];
    },
    REFRESH_MS,
  );
  const form = readForm();
  return (
    <>
      <RecordList
        noun="inhibition"
        part="inhibitions"
        icon={Split}
        purpose="While a switch is down, nobody needs a message about each host behind it: an inhibition holds these back."
        loaded={loaded}
        textOf={(each) => `${each.name} ${describeInhibition(each)}`}
      >
        {(each) => <InhibitionCard key={each.inhibition_id} inhibition={each} reload={loaded.reload} />}
      </RecordList>
      {form === undefined ? null : (
        <InhibitionForm key={form.kind + form.id} open={form} onDone={loaded.reload} />
      )}
    </>
  );
}

interface Properties {
  readonly inhibition: Inhibition;
  readonly reload: () => void;
}

function InhibitionCard({ inhibition, reload }: Properties) {
  const { inhibition_id, name, enabled, wait, settle, managed_by } = inhibition;
  const set = (isEnabled: boolean) => () =>
    client.call('updateInhibition', { path: { inhibition_id }, body: { enabled: isEnabled } });
  return (
    <RecordCard
      icon={Split}
      name={name}
      link={linkTo('told', 'inhibitions', { id: inhibition_id })}
      isIdle={!enabled}
      badges={enabled ? null : <Badge>disabled</Badge>}
      sentence={describeInhibition(inhibition)}
      facts={
        <>
          Targets wait {describeSeconds(wait)} for their source, and are told {describeSeconds(settle)} after
          its end. <ManagedBy name={managed_by} />
        </>
      }
      acts={
        <RecordMenu
          name={name}
          part="inhibitions"
          id={inhibition_id}
          lost="What it holds back is told, if it is still open."
          remove={() => client.call('deleteInhibition', { path: { inhibition_id } })}
          reload={reload}
        >
          <button
            type="button"
            onClick={() =>
              void act(
                set(!enabled),
                `“${name}” is ${enabled ? 'disabled' : 'enabled'}.`,
                reload,
                set(enabled),
              )
            }
          >
            <Icon of={enabled ? Pause : Play} />
            {enabled ? 'Disable' : 'Enable'}
          </button>
        </RecordMenu>
      }
    />
  );
}
