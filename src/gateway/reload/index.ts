/** A running gateway follows its configuration. */
export { ConfigReload, type ReloadOutcome } from './config-reload.ts';
export { toolTimeouts, updateOf } from './gateway-update.ts';
