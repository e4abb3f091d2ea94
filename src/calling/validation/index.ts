/** Checking arguments against the schema of a tool, with problems that a model can repair. */
export {
  type ArgumentProblem,
  type ArgumentValidator,
  createArgumentValidator,
  type ValidationOutcome,
} from './argument-validator.ts';
