import { registerApprovals } from './approvals.ts';
import { registerCall } from './call.ts';
import { registerDemo } from './demo/demo.ts';
import { registerDescribe } from './describe.ts';
import { registerDoctor } from './doctor/doctor.ts';
import { registerEnrich } from './enrich.ts';
import { registerEval } from './eval.ts';
import { registerExplain } from './explain.ts';
import { registerInit } from './init.ts';
import { registerInstall } from './install.ts';
import { registerKeys } from './keys.ts';
import { registerLint } from './lint.ts';
import { registerList } from './list.ts';
import { registerLog } from './log.ts';
import { registerLogin } from './login.ts';
import { registerLogout } from './logout.ts';
import type { RegisterCommand } from './run.ts';
import { registerSearch } from './search.ts';
import { registerServe } from './serve.ts';
import { registerIndex } from './tool-index/index-command.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly RegisterCommand[] = [
  registerDemo,
  registerInit,
  registerInstall,
  registerServe,
  registerSearch,
  registerDescribe,
  registerCall,
  registerList,
  registerLint,
  registerDoctor,
  registerExplain,
  registerApprovals,
  registerKeys,
  registerLog,
  registerLogin,
  registerLogout,
  registerEnrich,
  registerEval,
  registerIndex,
];
