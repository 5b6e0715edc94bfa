import { address, linkTo, navigate } from '../address.js';
import { Tabs } from '../design/tabs.tsx';
import { Heading } from '../parts/heading.tsx';
import { Quotas } from '../sending/quotas.tsx';
import { Escalations } from './escalations.tsx';
import { Inhibitions } from './inhibitions.tsx';
import { Notifications } from './notifications.tsx';
import { OnCalls } from './on-calls.tsx';
import { Overview } from './overview.tsx';
import { Silences } from './silences.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { WhatIf } from './what-if.tsx';

const PARTS = {
  subscriptions: { text: 'Subscriptions', Part: Subscriptions },
  escalations: { text: 'Escalations', Part: Escalations },
  'on-call': { text: 'On call', Part: OnCalls },
  silences: { text: 'Silences', Part: Silences },
  inhibitions: { text: 'Inhibitions', Part: Inhibitions },
  notifications: { text: 'Notifications', Part: Notifications },
  'what-if': { text: 'What if', Part: WhatIf },
} as const;

/** Who is told of alerts, by what rules, and what came of it. Without a part in the address, what counts at the moment. */
export function Told() {
  const { id, screen, parameters } = address.value;
  // An address of a link in an old message: a silence that is to be created had no part of its own.
  const part = id ?? (parameters.has('silence') ? 'silences' : undefined);
  if (screen === 'sending' || part !== id) {
    navigate(linkTo('told', part, Object.fromEntries(parameters)), { replace: true });
    return null;
  }
  if (part === 'quotas')
    return (
      <>
        <Heading text="Quotas" />
        <Quotas />
      </>
    );
  const found = Object.hasOwn(PARTS, part ?? '') ? PARTS[part as keyof typeof PARTS] : undefined;
  const Part = found?.Part ?? Overview;
  return (
    <>
      <Heading text="Who is told" />
      <Tabs
        label="Parts of who is told"
        tabs={[
          { link: linkTo('told'), text: 'At the moment', isCurrent: found === undefined },
          ...Object.entries(PARTS).map(([name, { text }]) => ({
            link: linkTo('told', name),
            text,
            isCurrent: name === part,
          })),
        ]}
      />
      <Part />
    </>
  );
}
