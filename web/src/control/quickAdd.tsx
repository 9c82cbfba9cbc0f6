import type { ComponentType, ReactNode } from 'react';
import { createContext, useContext, useState } from 'react';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { t } from '../phrase/index.ts';
import type { ReferenceChoice, ChoiceSource } from './ReferenceSelect.tsx';

/** Records that can be created inside a select. */
export type QuickRecord =
  | 'supplier'
  | 'customer'
  | 'member'
  | 'warehouse'
  | 'account'
  | 'income'
  | 'expense'
  | 'salesperson'
  | 'finance'
  | 'category'
  | 'unit';

/** Form of a new record, and the page whose edit permission applies. */
export interface QuickForm {
  readonly page: string;
  readonly Form: ComponentType<{
    /** Null: a new record. */
    readonly id: string | null;
    /** Initial name. */
    readonly named?: string;
    readonly onClose: (saved: boolean, id?: string) => void;
  }>;
}

/** Record forms offered in a page's selects; empty if records are only searched. */
export const QuickForms = createContext<Readonly<Partial<Record<QuickRecord, QuickForm>>>>({});

/**
 * Adds “New …” to a select. `onAdd` is absent without the permission, `form` renders next to the select.
 * `onMade` runs once the choices include the new record.
 */
export function useQuickAdd<C extends ReferenceChoice>(
  record: QuickRecord | null,
  source: ChoiceSource<C>,
  onMade: (choice: C) => void,
): { readonly onAdd?: (typed: string) => void; readonly form: ReactNode } {
  const forms = useContext(QuickForms);
  const may = useMay();
  const [named, setNamed] = useState<string | null>(null);
  const quick = record === null ? undefined : forms[record];
  if (quick === undefined || !may(quick.page, '1')) return { form: null };
  const close = async (saved: boolean, id?: string): Promise<void> => {
    setNamed(null);
    if (!saved || id === undefined) return;
    await invalidateQueryKeys(['choices', ...source.key]);
    const made = (await source.read('', id)).find((choice) => choice.id === id);
    if (made === undefined) void getNotices().message.warning(t('select.notGranted'));
    else onMade(made);
  };
  return {
    onAdd: setNamed,
    form: named !== null && (
      <quick.Form id={null} named={named} onClose={(saved, id) => void close(saved, id)} />
    ),
  };
}
