import { ArrowLeftRight, Check, ChevronsUpDown } from 'lucide';
import { address, currentProject, linkTo } from '../address.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { currentDomain, mayEnterDomains } from '../session.js';
import { splitProjects } from '../split-projects.js';
import { enterDomain, openDomainSwitch, useRememberedDomain } from './domain-switch.tsx';
import { domainsBeside } from './entered-domains.js';

/** Milliseconds. Projects come with webhooks, and so rarely. */
const REFRESH_MS = 60_000;

/** The domain, and the project to which the screens are narrowed. It stands in the address, and links carry it on. */
export function ProjectMenu() {
  const loaded = useLoaded(`projects ${currentDomain()}`, readProjects, REFRESH_MS);
  const { screen, id, parameters } = address.value;
  const current = currentProject();
  const linkToProject = (project: string): string =>
    linkTo(screen, id, { ...Object.fromEntries(parameters), project });
  const projects = loaded.value.value ?? [];
  useRememberedDomain(projects.length > 0);
  return (
    <Menu
      menuClass="from-start project"
      buttonClass={`project-button ${current === '' ? 'all' : ''}`}
      button={
        <>
          <span class="avatar" aria-hidden="true">
            {currentDomain().slice(0, 2)}
          </span>
          <span class="text">
            <bdi>{currentDomain()}</bdi>
            <small>{current === '' ? 'All projects' : <bdi>{splitProjects(current).join(', ')}</bdi>}</small>
          </span>
          <Icon of={ChevronsUpDown} />
        </>
      }
    >
      {mayEnterDomains() ? <DomainItems /> : null}
      {['', ...projects].map((project) => {
        const isCurrent = project === current || splitProjects(current).includes(project);
        return (
          <a key={project} href={linkToProject(project)} aria-current={isCurrent ? 'true' : undefined}>
            {project === '' ? 'All projects' : <bdi>{project}</bdi>}
            {isCurrent ? <Icon of={Check} /> : null}
          </a>
        );
      })}
    </Menu>
  );
}

/** The present domain, those that this browser has entered before, and a way to any other. */
function DomainItems() {
  const domain = currentDomain();
  return (
    <>
      <small class="menu-head">Domain</small>
      <button type="button" aria-current="true">
        <bdi>{domain}</bdi>
        <Icon of={Check} />
      </button>
      {domainsBeside(domain).map((each) => (
        <button key={each} type="button" onClick={() => void enterDomain(each)}>
          <bdi>{each}</bdi>
        </button>
      ))}
      <button type="button" onClick={openDomainSwitch}>
        <Icon of={ArrowLeftRight} />
        Switch domain …
      </button>
      <small class="menu-head">Project</small>
    </>
  );
}

/** Reads the projects of the webhooks of the domain. */
async function readProjects(signal: AbortSignal): Promise<readonly string[]> {
  const { results } = await client.call(
    'statWebhooks',
    { body: { domain_id: currentDomain(), query: { distinct: 'project_id' } } },
    { signal },
  );
  return (results as unknown as readonly string[]).toSorted();
}
