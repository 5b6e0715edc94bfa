import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { showFailure } from '../design/toast.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSave } from '../parts/use-save.js';
import { currentDomain, mayEnterDomains, switchDomain } from '../session.js';
import { rememberDomain } from './entered-domains.js';

const isOpen = signal(false);

export function openDomainSwitch(): void {
  isOpen.value = true;
}

/** Enters a domain whose name is known. */
export const enterDomain = (domain: string): Promise<void> => switchDomain(domain).catch(showFailure);

/**
 * Remembers the domain as one to go back to, as soon as it is known to have something. A name that was mistyped leads to a domain
 * without anything.
 */
export function useRememberedDomain(hasSomething: boolean): void {
  const isKept = hasSomething && mayEnterDomains();
  useEffect(() => {
    if (isKept) rememberDomain(currentDomain());
  }, [isKept]);
}

/** Asks for the name of the domain to enter. */
export function DomainSwitch() {
  return isOpen.value ? <OpenDomainSwitch /> : null;
}

function OpenDomainSwitch() {
  const [domain, setDomain] = useState('');
  const close = () => (isOpen.value = false);
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    await switchDomain(domain.trim());
    close();
  });
  const refusal = refusals().get('new_domain_id');
  return (
    <Dialog title="Switch domain" onClose={close}>
      <form class="stack" onSubmit={onSubmit}>
        <FormField
          label="Domain"
          help={`You leave ${currentDomain()} in all tabs of this browser. A mistyped name leads to an empty domain.`}
          refusal={refusal}
          isRequired
        >
          <input
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={domain}
            onInput={({ currentTarget }) => setDomain(currentTarget.value)}
          />
        </FormField>
        {message === undefined || refusal !== undefined ? null : <Notice kind="bad">{message}</Notice>}
        <div class="bar">
          <button type="submit" class="primary" disabled={isBusy}>
            Switch
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
