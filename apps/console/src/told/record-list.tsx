import { Plus, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { address, isInProject, linkTo, navigate } from '../address.js';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Loaded } from '../parts/use-loaded.js';
import { session } from '../session.js';

/** The number of records of a list that are shown without a field to find one by words. */
const MANY = 8;

/** Whether the user may change something. */
export const mayWrite = (): boolean => session.value?.role !== 'VIEWER';

/** Does something to a record and says so. @param undo takes it back */
export async function act(
  action: () => Promise<unknown>,
  done: string,
  reload: () => void,
  undo?: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
    const takeBack = undo && (() => void act(undo, 'Undone.', reload));
    showDone(done, takeBack);
  } catch (error) {
    showFailure(error);
  }
  reload();
}

/** Whether a record applies to the project to which the user has narrowed the screens. */
function isShown(record: { readonly project_id?: string | null }): boolean {
  const { project_id = null } = record;
  return project_id === null || isInProject(project_id);
}

interface Properties<Of> {
  /** What the records are, such as `subscription`; several are called with an s. */
  readonly noun: string;
  /** The part of the screen, whose address opens the form of a new record. */
  readonly part: string;
  readonly icon: IconNode;
  /** What such a record does, where there is none yet. */
  readonly purpose: string;
  readonly loaded: Loaded<readonly Of[]>;
  /** What the words of a search are looked for in. */
  readonly textOf: (record: Of) => string;
  /** More controls above the list. */
  readonly filters?: ComponentChildren;
  readonly children: (record: Of, at: number) => ComponentChildren;
}

/** The records of one part of the screen, with a button for a new one. */
export function RecordList<Of extends object>(properties: Properties<Of>) {
  const { noun, part, icon, purpose, loaded, textOf, filters, children } = properties;
  const records = loaded.value.value;
  const words = (address.value.parameters.get('words') ?? '').toLowerCase();
  const found =
    records?.filter((record) => isShown(record) && textOf(record).toLowerCase().includes(words)) ?? [];
  const create = mayWrite() ? (
    <a class="button primary" href={linkTo('told', part, { new: '' })}>
      <Icon of={Plus} />
      New {noun}
    </a>
  ) : null;
  return (
    <section class="stack" aria-label={`${noun}s`}>
      <div class="bar">
        {filters}
        {(records?.length ?? 0) > MANY || words !== '' ? (
          <input
            type="search"
            aria-label={`Find a ${noun}`}
            placeholder={`Find one of ${formatCount(records?.length ?? 0)}`}
            value={words}
            onInput={({ currentTarget }) => setParameter('words', currentTarget.value)}
          />
        ) : null}
        {records?.length === 0 ? null : <span class="end">{create}</span>}
      </div>
      <LoadState loaded={loaded} />
      {records?.length === 0 ? (
        <EmptyState icon={icon} title={`No ${noun}s`}>
          <p>{purpose}</p>
          {create}
        </EmptyState>
      ) : null}
      {records !== undefined && records.length > 0 && found.length === 0 ? (
        <Notice>None of them has these words, or is for this project.</Notice>
      ) : null}
      {found.length === 0 ? null : <ul class="records">{found.map(children)}</ul>}
    </section>
  );
}

/** Sets a parameter of the address; an empty text removes it. */
export function setParameter(name: string, value: string): void {
  const { screen, id, parameters } = address.peek();
  const next = Object.fromEntries([...parameters].filter(([each]) => each !== name));
  navigate(linkTo(screen, id, value === '' ? next : { ...next, [name]: value }), { replace: true });
}

interface CardProperties {
  readonly icon: IconNode;
  readonly name: string;
  /** Opens the form of the record. */
  readonly link: string;
  readonly badges?: ComponentChildren;
  /** What the record does. */
  readonly sentence: string;
  /** How it does. */
  readonly facts?: ComponentChildren;
  readonly acts?: ComponentChildren;
  /** Whether it has no effect now. */
  readonly isIdle?: boolean;
  readonly children?: ComponentChildren;
}

/** One record: its name, a sentence that says what it does, how it does, and what can be done. */
export function RecordCard(properties: CardProperties) {
  const { icon, name, link, badges, sentence, facts, acts, isIdle = false, children } = properties;
  return (
    <li class={isIdle ? 'record idle' : 'record'}>
      <span class="tile">
        <Icon of={icon} />
      </span>
      <div class="record-main">
        <div class="record-name">
          <h2>
            <a href={link} dir="auto">
              {name}
            </a>
          </h2>
          {badges}
        </div>
        <p class="sentence" dir="auto">
          {sentence}
        </p>
        {facts === undefined ? null : <p class="help">{facts}</p>}
        {children}
      </div>
      {mayWrite() ? <div class="record-acts">{acts}</div> : null}
    </li>
  );
}
