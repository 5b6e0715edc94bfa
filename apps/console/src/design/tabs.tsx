interface Properties {
  readonly label: string;
  readonly tabs: readonly { readonly link: string; readonly text: string; readonly isCurrent: boolean }[];
}

/** The parts of a screen. They are links, so that each has its address. */
export function Tabs({ label, tabs }: Properties) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ link, text, isCurrent }) => (
        <a key={link} href={link} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
