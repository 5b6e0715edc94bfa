import { TrendingUp } from 'lucide';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { ManagedBy } from '../parts/managed-by.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { describeAlerts, type Conditions } from './describe-conditions.js';
import { describeEscalation, describeStepReceivers } from './describe-records.js';
import { EscalationForm, type Escalation } from './escalation-form.tsx';
import { readForm } from './form-drawer.tsx';
import { useReceivers, type Receivers } from './receivers.js';
import { RecordCard, RecordList } from './record-list.tsx';
import { RecordMenu } from './record-menu.tsx';
import { StepLine } from './step-line.tsx';
import { describeEvery, describeSeconds } from './words.js';

/** Milliseconds. */
const REFRESH_MS = 15_000;

/** Who is told in which order while nobody reacts. */
export function Escalations() {
  const loaded = useLoaded(
    'escalations',
    async (signal) => {
      const query = { sort: { keys: [{ key: 'name' }] }, page: { start: 1, limit: 1_000 } };
      const { results } = await client.call('searchEscalations', { body: { query } }, { signal });
      return results as readonly Escalation[];
    },
    REFRESH_MS,
  );
  const receivers = useReceivers();
  const form = readForm();
  return (
    <>
      <RecordList
        noun="escalation"
        part="escalations"
        icon={TrendingUp}
        purpose="An escalation tells further people in steps until somebody reacts to an alert, so that none is overslept."
        loaded={loaded}
        textOf={(each) => `${each.name} ${describeEscalation(each, receivers.nameOf)}`}
      >
        {(each) => (
          <EscalationCard
            key={each.escalation_id}
            escalation={each}
            receivers={receivers}
            reload={loaded.reload}
          />
        )}
      </RecordList>
      {form === undefined ? null : (
        <EscalationForm key={form.kind + form.id} open={form} receivers={receivers} onDone={loaded.reload} />
      )}
    </>
  );
}

interface Properties {
  readonly escalation: Escalation;
  readonly receivers: Receivers;
  readonly reload: () => void;
}

function EscalationCard({ escalation, receivers, reload }: Properties) {
  const { escalation_id, name, steps, repeat, until, fallback, managed_by } = escalation;
  return (
    <RecordCard
      icon={TrendingUp}
      name={name}
      link={linkTo('told', 'escalations', { id: escalation_id })}
      sentence={describeAlerts(escalation as unknown as Conditions)}
      acts={
        <RecordMenu
          name={name}
          part="escalations"
          id={escalation_id}
          lost="The escalations that it has begun end at once: nobody further is told."
          remove={() => client.call('deleteEscalation', { path: { escalation_id } })}
          reload={reload}
        />
      }
    >
      <StepLine
        steps={steps.map((step, at) => ({
          key: String(at),
          when: step.after === 0 ? 'At once' : `After ${describeSeconds(step.after)}`,
          what: <bdi>{describeStepReceivers(step, receivers.nameOf)}</bdi>,
        }))}
      />
      <p class="help">
        {repeat === null ? '' : `All again ${repeat.times} times, ${describeEvery(repeat.every)}. `}
        {until === 'RESOLVED' ? 'Until the end of the alert' : 'Until somebody acknowledges'}. If no step
        reaches anybody: <bdi>{receivers.nameOf(fallback)}</bdi>. <ManagedBy name={managed_by} />
      </p>
    </RecordCard>
  );
}
