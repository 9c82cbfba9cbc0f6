import type {
  Button,
  Endpoint,
  ListQuery,
  RowOf,
  SheetId,
  TableDeclaration,
} from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';

export interface ListAction<Row> {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Button code required on this page; absent: every user of the page. */
  readonly button?: Button;
  /** Number of selected rows required. */
  readonly needs: 'none' | 'one' | 'some';
  readonly danger?: boolean;
  readonly primary?: boolean;
  /** True: seldom used, so placed in "more actions". */
  readonly more?: boolean;
  /** Explanation, if the label is insufficient. */
  readonly hint?: string;
  /** Question before the action; names the action and the count of rows, or of their records. */
  readonly confirm?: (count: number, rows: readonly Row[]) => string;
  /** True for suitable rows; other selected rows are skipped, and the question says so. */
  readonly fits?: (row: Row) => boolean;
  /** Runs the action; true reloads the list and clears the selection. */
  readonly run: (rows: readonly Row[]) => Promise<boolean> | boolean;
}

/** Dialog about one row; `changed` reloads the list. */
export interface RowDialogProps<Row> {
  readonly row: Row;
  readonly onClose: (changed: boolean) => void;
}

/** Action on one row, at its end: runs at once, or in a dialog. */
export interface RowAction<Row> {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly button?: Button;
  /** Page of the required button; default: the list's own page. */
  readonly page?: string;
  readonly danger?: boolean;
  readonly shown?: (row: Row) => boolean;
  readonly confirm?: (row: Row) => string;
  readonly run?: (row: Row) => Promise<boolean> | boolean;
  readonly dialog?: (props: RowDialogProps<Row>) => ReactNode;
}

/** Calls of master data used by lists; see `resource` in the contract. */
export interface ListResource {
  readonly removeBatch: Endpoint;
  readonly setStatus?: Endpoint;
  /** True: the records can be enabled and disabled. */
  readonly status?: true | undefined;
}

export interface RecordFormProps {
  /** Id of the edited record; null: new. */
  readonly id: string | null;
  /** Id of the record to copy. */
  readonly copyOf?: string | null;
  /** Initial name of a new record. */
  readonly named?: string;
  /** `id`: id of the saved record. */
  readonly onClose: (saved: boolean, id?: string) => void;
}

export type CellRenderers<T extends TableDeclaration> = {
  readonly [Name in keyof T['columns']]?: (row: RowOf<T>) => ReactNode;
};

/** The words of cells, by column. */
export type CellTexts<T extends TableDeclaration> = {
  readonly [Name in keyof T['columns']]?: (row: RowOf<T>) => string;
};

/** The page of rows that a list shows. */
export interface ShownPage<T extends TableDeclaration> {
  readonly table: T;
  readonly query: ListQuery;
  readonly rows: readonly RowOf<T>[];
}

/** Definition of a list page; the table supplies everything else. */
export interface ListDefinition<T extends TableDeclaration> {
  readonly table: T;
  /** Calls for delete, enable and disable. */
  readonly resource?: ListResource;
  /** Returns true for deletable rows; default: all. */
  readonly removable?: (row: RowOf<T>) => boolean;
  /** Record form, which adds new, edit and copy. */
  readonly form?: ComponentType<RecordFormProps>;
  /** Copying makes sense for these records. */
  readonly copies?: boolean;
  /** Spreadsheets for importing the records. */
  readonly sheets?: readonly SheetId[];
  /** Filters the page itself sets, always. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly cells?: CellRenderers<T>;
  /** Returns a cell's text if wider than the value. */
  readonly says?: CellTexts<T>;
  readonly actions?: readonly ListAction<RowOf<T>>[];
  readonly rowActions?: readonly RowAction<RowOf<T>>[];
  /** Address of a row's page, linked from the name column. */
  readonly urlOf?: (row: RowOf<T>) => string;
  /** Opens a row from the first column; default: the form, or the dialog of the action `edit`. */
  readonly onOpen?: (row: RowOf<T>) => void;
  /** Told of each page of rows that the list shows. */
  readonly onShown?: (page: ShownPage<T>) => void;
  /** A row opens to show this. */
  readonly expanded?: (row: RowOf<T>) => ReactNode;
  /** The three facts of a card on a phone, besides the name. */
  readonly facts?: readonly string[];
  /** Column that names a record; default: the first shown column. */
  readonly nameColumn?: keyof T['columns'] & string;
  /** Content before the name, like a picture. */
  readonly mark?: (row: RowOf<T>) => ReactNode;
  /** The purpose of the list and the next step, shown while the list is empty. */
  readonly hint?: string;
  /** Beside the title of the filters, e.g. a hint. */
  readonly extra?: ReactNode;
  /** Information about the whole list, behind the actions. */
  readonly notice?: ReactNode;
}

/** The key of a row. */
export const keyOfRow = <T extends TableDeclaration>(table: T, row: RowOf<T>): string =>
  String(row[table.key ?? 'id']);
