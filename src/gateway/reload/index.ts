/** A running gateway follows its configuration. */
export { ConfigReload, type ReloadOutcome } from './config-reload.ts';
export { updateOf } from './gateway-update.ts';
