import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { becomeApp } from './lib/app';
import { language, loadLocales, tellDocument } from './lib/i18n.svelte';
import { keepSettings } from './lib/settings.svelte';

keepSettings();
tellDocument(language());
await loadLocales('page');
mount(App, { target: document.getElementById('page')! });
becomeApp();
