import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { language, loadLocales } from './lib/i18n.svelte';
import { keepSettings } from './lib/settings.svelte';

keepSettings();
document.documentElement.lang = language();
await loadLocales('page');
mount(App, { target: document.getElementById('page')! });
