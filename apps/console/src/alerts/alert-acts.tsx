import { BellOff, ChevronDown, CircleCheck, Clock, Eye, MessageSquare, Undo2, UserPlus } from 'lucide';
import { useState } from 'preact/hooks';
import { serverNow } from '../clock.js';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { showDone } from '../design/toast.tsx';
import { useSettled } from '../parts/use-settled.js';
import { session } from '../session.js';
import { useCommands, type Command } from '../shell/commands.js';
import { KeysHelp, useKeys, type ScreenKey } from '../shell/keys.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { acknowledge, acknowledgeFree, assign, unacknowledge } from './acts.js';
import { AssignMenu } from './assign.tsx';
import type { Alert } from './open-alerts.js';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SilenceDialog } from './silence-dialog.tsx';
import { findSpans } from './silence-target.js';

interface Properties {
  readonly alert: Alert;
  readonly onChange: () => void;
}

type Dialog = 'acknowledge' | 'silence' | 'resolve';

/** What a user can do about an open alert, in one bar; on a phone at the lower edge. Nothing is there for a VIEWER. */
export function AlertActs(properties: Properties) {
  const { alert } = properties;
  return alert.state !== 'OPEN' || session.value?.role === 'VIEWER' ? null : <OpenActs {...properties} />;
}

function OpenActs({ alert, onChange }: Properties) {
  const [dialog, setDialog] = useState<Dialog | undefined>(undefined);
  const close = () => setDialog(undefined);
  const own = session.value?.user_id ?? '';
  const takeBack = () => void unacknowledge([alert], onChange);
  const takeOn = () => void acknowledgeFree([alert], onChange);
  const keys: readonly Required<ScreenKey>[] = [
    { key: 'a', does: 'Acknowledge', run: takeOn },
    { key: 'i', does: 'Assign to me', run: () => void assign([alert], own, onChange) },
    { key: 's', does: 'Silence', run: () => setDialog('silence') },
    { key: 'r', does: 'Resolve', run: () => setDialog('resolve') },
    { key: 'n', does: 'Write a note', run: focusNote },
  ];
  useKeys(keys);
  const back = { key: '', does: 'Unacknowledge', run: takeBack };
  useCommands(
    `${alert.alert_id} ${alert.acknowledged}`,
    (alert.acknowledged ? keys.with(0, back) : keys).map(toCommand),
  );
  return (
    <section class="acts-bar" aria-label="Actions">
      <Acknowledge
        alert={alert}
        onToggle={alert.acknowledged ? takeBack : takeOn}
        onAsk={() => setDialog('acknowledge')}
        onChange={onChange}
      />
      <AssignMenu
        alerts={[alert]}
        menuClass="from-start"
        label="Assign"
        onAssign={(assignee) => void assign([alert], assignee, onChange)}
      >
        <Icon of={UserPlus} />
        <span class="text">Assign</span>
      </AssignMenu>
      <button type="button" onClick={() => setDialog('silence')}>
        <Icon of={BellOff} />
        <span class="text">Silence</span>
      </button>
      <button type="button" onClick={() => setDialog('resolve')}>
        <Icon of={CircleCheck} />
        <span class="text">Resolve</span>
      </button>
      <button type="button" class="less" onClick={focusNote}>
        <Icon of={MessageSquare} />
        <span class="text">Note</span>
      </button>
      <KeysHelp keys={keys} />
      {dialog === 'acknowledge' ? (
        <AcknowledgeDialog alert={alert} onChange={onChange} onClose={close} />
      ) : null}
      {dialog === 'silence' ? <SilenceDialog alerts={[alert]} onChange={onChange} onClose={close} /> : null}
      {dialog === 'resolve' ? (
        <ResolveDialog
          alerts={[alert]}
          onClose={(count) => {
            close();
            if (count !== undefined) showDone('Resolved');
            onChange();
          }}
        />
      ) : null}
    </section>
  );
}

const focusNote = () => document.querySelector<HTMLElement>('#note')?.focus();

const toCommand = ({ does, run }: Required<ScreenKey>): Command => ({
  name: does,
  kind: 'this alert',
  icon: CircleCheck,
  run,
});

interface AcknowledgeProperties extends Properties {
  readonly onToggle: () => void;
  /** Asks for a comment. */
  readonly onAsk: () => void;
}

/** A button that acknowledges, with a menu for how long. Nothing else is as urgent, so that it is the primary one until then. */
function Acknowledge({ alert, onToggle, onAsk, onChange }: AcknowledgeProperties) {
  const press = useSettled(alert.acknowledged)(onToggle);
  if (alert.acknowledged)
    return (
      <button type="button" onClick={press}>
        <Icon of={Undo2} />
        <span class="text">Unacknowledge</span>
      </button>
    );
  return (
    <div class="split">
      <button type="button" class="primary" onClick={press}>
        <Icon of={Eye} />
        <span class="text">Acknowledge</span>
      </button>
      <Menu
        menuClass="from-start"
        buttonClass="button primary icon-only"
        label="Acknowledge for a time or with a comment"
        button={<Icon of={ChevronDown} />}
      >
        {findSpans(new Date(serverNow())).map(({ label, endsAt }) => (
          <button
            key={label}
            type="button"
            onClick={() => void acknowledge([alert], { until: endsAt }, onChange)}
          >
            <Icon of={Clock} />
            {label.startsWith('until') ? label : `for ${label}`}
          </button>
        ))}
        <button type="button" onClick={onAsk}>
          <Icon of={MessageSquare} />
          With a comment …
        </button>
      </Menu>
    </div>
  );
}
