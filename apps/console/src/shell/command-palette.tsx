import { signal } from '@preact/signals';
import { ArrowLeftRight, Bell, Plus, Search, Siren, SquareActivity, Waypoints } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { linkTo } from '../address.js';
import { openAlerts } from '../alerts/live-alerts.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { currentDomain, mayEnterDomains, session } from '../session.js';
import { screenCommands, type Command } from './commands.js';
import { enterDomain, openDomainSwitch } from './domain-switch.tsx';
import { domainsBeside } from './entered-domains.js';
import { findCommands } from './find-commands.js';

/** The number of records of each kind that the palette knows. */
const MAX_RECORDS = 1_000;

const isOpen = signal(false);

export function openPalette(): void {
  isOpen.value = true;
}

/** Opens with ⌘K or Ctrl+K everywhere, and finds screens, actions, open alerts, sources and subscriptions by their names. */
export function CommandPalette() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      isOpen.value = !isOpen.value;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const records = useLoaded('records of the palette', readRecords);
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  const known = [
    ...screenCommands.value,
    ...screens(),
    ...creations(),
    ...domains(),
    ...openAlerts.value.map(({ alert_id, title }) => goTo(title, 'open alert', Siren, 'alert', alert_id)),
    ...(records.value.value ?? []),
  ];
  // Last: what is found by its name is what is meant.
  const found = [...findCommands(known, text), ...(text.trim() === '' ? [] : [searchFor(text)])];
  const selected = Math.min(position, found.length - 1);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    isOpen.value = false;
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPosition((selected + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[selected]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find or do something"
      onClose={() => (isOpen.value = false)}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close();
      }}
    >
      <input
        role="combobox"
        aria-label="Find or do something"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length === 0 ? undefined : `${listId}-${selected}`}
        placeholder="Alert, source, subscription or action"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={listId} role="listbox" aria-label="Found">
        {found.map((command, index) => (
          <li
            key={`${command.kind} ${command.name} ${index}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === selected}
            onPointerMove={() => setPosition(index)}
            onClick={() => run(command)}
          >
            <Icon of={command.icon} />
            <span class="text" dir="auto">
              {command.name.slice(0, 200) || '(no title)'}
            </span>
            <small>{command.kind}</small>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function goTo(
  name: string,
  kind: string,
  icon: Command['icon'],
  screen: string,
  id?: string,
  parameters?: Readonly<Record<string, string>>,
): Command {
  // As a link would, so that the page asks before what is half written is lost.
  return { name, kind, icon, run: () => void (location.hash = linkTo(screen, id, parameters)) };
}

const screens = (): readonly Command[] => [
  goTo('Now', 'screen', SquareActivity, 'now'),
  goTo('Search', 'screen', Search, 'search'),
  goTo('Sources', 'screen', Waypoints, 'sources'),
  goTo('Who is told', 'screen', Bell, 'told'),
  goTo('Escalations', 'screen', Bell, 'told', 'escalations'),
  goTo('On call', 'screen', Bell, 'told', 'on-call'),
  goTo('Silences', 'screen', Bell, 'told', 'silences'),
  goTo('Inhibitions', 'screen', Bell, 'told', 'inhibitions'),
  goTo('Notifications', 'screen', Bell, 'told', 'notifications'),
  goTo('Insights', 'screen', SquareActivity, 'insights'),
  goTo('Settings', 'screen', SquareActivity, 'settings'),
];

/** What somebody can create, at the screen that has the form. */
function creations(): readonly Command[] {
  if (session.value?.role === 'VIEWER') return [];
  return [
    goTo('Connect a source', 'action', Plus, 'sources', undefined, { new: '' }),
    goTo('Create a silence', 'action', Plus, 'told', 'silences', { new: '' }),
    goTo('Create a subscription', 'action', Plus, 'told', 'subscriptions', { new: '' }),
    goTo('Create an escalation', 'action', Plus, 'told', 'escalations', { new: '' }),
  ];
}

/** The domains that this browser has entered before, for whoever may enter others. */
function domains(): readonly Command[] {
  if (!mayEnterDomains()) return [];
  return [
    { name: 'Switch domain …', kind: 'action', icon: ArrowLeftRight, run: openDomainSwitch },
    ...domainsBeside(currentDomain()).map((domain) => ({
      ...{ name: `Switch to ${domain}`, kind: 'domain', icon: ArrowLeftRight },
      run: () => void enterDomain(domain),
    })),
  ];
}

const searchFor = (text: string): Command =>
  goTo(`Search alerts for ${text.trim()}`, 'action', Search, 'search', undefined, { keyword: text.trim() });

/** Reads the names of sources and subscriptions. What cannot be read is not found; the rest still is. */
async function readRecords(signal: AbortSignal): Promise<readonly Command[]> {
  const page = { start: 1, limit: MAX_RECORDS };
  const webhooks = client.call(
    'searchWebhooks',
    { body: { query: { only: ['webhook_id', 'name'], page } } },
    { signal },
  );
  const subscriptions = client.call(
    'searchSubscriptions',
    { body: { query: { only: ['subscription_id', 'name'], page } } },
    { signal },
  );
  const [sources, told] = await Promise.allSettled([webhooks, subscriptions]);
  const rowsOf = (result: typeof sources | typeof told) =>
    (result.status === 'fulfilled' ? result.value.results : []) as unknown as readonly Record<
      string,
      string
    >[];
  return [
    ...rowsOf(sources).map(({ webhook_id, name = '' }) =>
      goTo(name, 'source', Waypoints, 'sources', webhook_id),
    ),
    ...rowsOf(told).map(({ subscription_id = '', name = '' }) =>
      goTo(name, 'subscription', Bell, 'told', 'subscriptions', { id: subscription_id }),
    ),
  ];
}
