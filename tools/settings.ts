import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSettingsPage } from './settings/settings-page.js';
import { checkout } from './start/checkout.js';

writeFileSync(join(checkout(), 'docs/settings.md'), await renderSettingsPage());
