import { type JSX, useState } from 'react';
import { signIn } from '../data/sign-in.ts';

/** The gateway wants to know who looks. */
export function SignIn(): JSX.Element {
  const [key, setKey] = useState('');
  return (
    <main className="sign-in" aria-label="Sign in">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          signIn(key);
        }}
      >
        <h1>Toolscout</h1>
        <p>This gateway asks who you are. Give an API key or an access token with the right “observe”.</p>
        <label className="field">
          Key or token
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit" className="primary" disabled={key.trim() === ''}>
          Sign in
        </button>
        <p className="quiet">It is kept until this tab is closed.</p>
      </form>
    </main>
  );
}
