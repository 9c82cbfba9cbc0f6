import type { Button, Endpoint, RowOf, SheetId, Table } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';

/** Something that can be done from the toolbar of a list. */
export interface ListAction<Row> {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Button code it needs on this page; none means everybody who sees the page. */
  readonly button?: Button;
  /** How many selected rows it works on. */
  readonly needs: 'none' | 'one' | 'some';
  readonly danger?: boolean;
  readonly primary?: boolean;
  /** Seldom wanted: it stands behind "more actions". */
  readonly more?: boolean;
  /** What it does, where its name does not say enough. */
  readonly hint?: string;
  /** The question asked first; names the act and the count: of the rows, or of what they belong to. */
  readonly confirm?: (count: number, rows: readonly Row[]) => string;
  /** Rows that it can run on; others that are selected are skipped, which the question says. */
  readonly fits?: (row: Row) => boolean;
  /** Does it. The list reloads and the selection is cleared when the promise is fulfilled with true. */
  readonly run: (rows: readonly Row[]) => Promise<boolean> | boolean;
}

/** A dialog about one row; `changed` reloads the list. */
export interface RowDialogProps<Row> {
  readonly row: Row;
  readonly onClose: (changed: boolean) => void;
}

/** Something that can be done with one row; shown at its end. It is done at once, or in a dialog that it opens. */
export interface RowAction<Row> {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly button?: Button;
  /** The page whose button it needs; default: its own. */
  readonly page?: string;
  readonly danger?: boolean;
  readonly shown?: (row: Row) => boolean;
  readonly confirm?: (row: Row) => string;
  readonly run?: (row: Row) => Promise<boolean> | boolean;
  readonly dialog?: (props: RowDialogProps<Row>) => ReactNode;
}

/** The calls of master data that lists use; see `resource` in the contract. */
export interface ListResource {
  readonly removeBatch: Endpoint;
  readonly setStatus?: Endpoint;
  /** Only then its records can be switched on and off. */
  readonly status?: true | undefined;
}

export interface FormProps {
  /** The record to edit, null for a new one. */
  readonly id: string | null;
  /** Start a new one from this record. */
  readonly copyOf?: string | null;
  /** What a new one is called to begin with. */
  readonly named?: string;
  /** `id`: the record that was saved. */
  readonly onClose: (saved: boolean, id?: string) => void;
}

export type Cells<T extends Table> = {
  readonly [Name in keyof T['columns']]?: (row: RowOf<T>) => ReactNode;
};

/** The words of cells, by column. */
export type Says<T extends Table> = {
  readonly [Name in keyof T['columns']]?: (row: RowOf<T>) => string;
};

/** What a list page says of itself; everything else comes from its table. */
export interface ListDefinition<T extends Table> {
  readonly table: T;
  /** Delete, enable and disable come from here. */
  readonly resource?: ListResource;
  /** Which of them can be deleted; default: all. */
  readonly removable?: (row: RowOf<T>) => boolean;
  /** The record form: new, edit and copy come with it. */
  readonly form?: ComponentType<FormProps>;
  /** Copying makes sense for these records. */
  readonly copies?: boolean;
  /** The spreadsheets that such records come in by. */
  readonly sheets?: readonly SheetId[];
  /** Filters the page itself sets, always. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly cells?: Cells<T>;
  /** What such cells say, where it takes more room than their value. */
  readonly says?: Says<T>;
  readonly actions?: readonly ListAction<RowOf<T>>[];
  readonly rowActions?: readonly RowAction<RowOf<T>>[];
  /** What the link in the first column does; default: opens the form, or the dialog of the act `edit`. */
  readonly onOpen?: (row: RowOf<T>) => void;
  /** A row opens to show this. */
  readonly expanded?: (row: RowOf<T>) => ReactNode;
  /** The three facts of a card on a phone, besides the name. */
  readonly facts?: readonly string[];
  /** The column that names a record; default: the first one shown. */
  readonly nameColumn?: keyof T['columns'] & string;
  /** What stands before the name, such as a picture. */
  readonly mark?: (row: RowOf<T>) => ReactNode;
  /** Beside the title of the filters, e.g. a hint. */
  readonly extra?: ReactNode;
  /** What is to be known of all of it: words behind what can be done. */
  readonly told?: ReactNode;
}

/** The key of a row. */
export const keyOf = <T extends Table>(table: T, row: RowOf<T>): string =>
  String(row[table.key ?? 'id']);
