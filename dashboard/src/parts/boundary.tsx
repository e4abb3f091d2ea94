import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Keeps the rest of the page when a part of it breaks, and says so. */
export class Boundary extends Component<Props, { readonly message?: string }> {
  override state: { readonly message?: string } = {};

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <div className="problem" role="alert">
        <p>
          <strong>This page broke.</strong> That is a fault of the dashboard, not of your gateway: {message}
        </p>
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    );
  }
}
