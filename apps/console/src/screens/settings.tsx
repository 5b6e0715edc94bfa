import { Lock } from 'lucide';
import { address, linkTo } from '../address.js';
import { EmptyState } from '../design/empty-state.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Heading } from '../parts/heading.tsx';
import { session } from '../session.js';
import { About } from '../settings/about.tsx';
import { ApiKeys } from '../settings/api-keys.tsx';
import { AuditLog } from '../settings/audit-log.tsx';
import { Plugins } from '../settings/plugins.tsx';
import { Quotas } from '../settings/quotas.tsx';
import { Sessions } from '../settings/sessions.tsx';
import { SlackApps } from '../settings/slack-apps.tsx';

/** The parts of the screen. Those of administrators say so to others. */
const PARTS = [
  { id: 'keys', text: 'API keys', Part: ApiKeys, isForAdmins: true },
  { id: 'sessions', text: 'Sessions', Part: Sessions },
  { id: 'audit', text: 'Audit log', Part: AuditLog, isForAdmins: true },
  { id: 'quotas', text: 'Quotas', Part: Quotas },
  { id: 'plugins', text: 'Plugins', Part: Plugins },
  { id: 'slack', text: 'Slack apps', Part: SlackApps },
  { id: 'about', text: 'About', Part: About },
] as const;

/** What is set for the whole domain, and who may do what. */
export function Settings() {
  const isAdmin = session.value?.role === 'ADMIN';
  // Others begin with what they may see.
  const first = isAdmin ? 'keys' : 'sessions';
  const current = PARTS.find(({ id }) => id === (address.value.id ?? first)) ?? PARTS[0];
  const isLocked = 'isForAdmins' in current && !isAdmin;
  return (
    <>
      <Heading text="Settings" />
      <Tabs
        label="Parts of the settings"
        tabs={PARTS.map(({ id, text }) => ({
          link: linkTo('settings', id),
          text,
          isCurrent: id === current.id,
        }))}
      />
      {isLocked ? (
        <EmptyState icon={Lock} title="Only for administrators">
          <p>Your role is {session.value?.role}. Ask an ADMIN of this domain if you need something here.</p>
        </EmptyState>
      ) : (
        <current.Part />
      )}
    </>
  );
}
