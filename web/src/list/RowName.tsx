import type { ReactNode } from 'react';
import { PageLink } from '../control/PageLink.tsx';

interface RowNameProps<Row> {
  readonly row: Row;
  /** Address of the row's page, if the row has a page. */
  readonly urlOf: ((row: Row) => string) | undefined;
  /** Opens the row here; null: neither page nor form. */
  readonly onOpen: ((row: Row) => void) | null;
  readonly children: ReactNode;
}

/** Shows a row's name: a link to the row's page, a button that opens its form, or plain text. */
export function RowName<Row>({ row, urlOf, onOpen, children }: RowNameProps<Row>): ReactNode {
  if (urlOf !== undefined) return <PageLink url={urlOf(row)}>{children}</PageLink>;
  if (onOpen === null) return <strong>{children}</strong>;
  return (
    <button type="button" className="link" onClick={() => onOpen(row)}>
      {children}
    </button>
  );
}
