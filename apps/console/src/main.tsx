import { render } from 'preact';
import '@fontsource-variable/inter/wght.css';
import './design/tokens.css';
import './design/base.css';
import './design/components.css';
import './design/shell.css';
import './parts/chart.css';
import './insights/insights.css';
import './search/search.css';
import './style.css';
import './alerts/alerts.css';
import './alerts/rows.css';
import './alerts/alert-page.css';
import './told/told.css';
import './told/forms.css';
import { App } from './app.tsx';

const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
