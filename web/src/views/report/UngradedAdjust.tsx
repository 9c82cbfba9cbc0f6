import { RollbackOutlined, TagsOutlined } from '@ant-design/icons';
import type { InputOf, RowOf } from '@tradehouse/contract';
import {
  formalTable,
  gradeGoods,
  gradingTable,
  undoGrading,
  ungradedSerials,
  ungradedTable,
} from '@tradehouse/contract';
import { grades } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { Thumbnail } from '../../control/Pictures.tsx';
import { Explain } from '../../list/report/explain.tsx';
import { listPage } from '../../list/listPage.tsx';
import { EntriesModal } from '../../record/EntriesModal.tsx';
import type { RowDialogProps } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { DamageDialog } from './damageDialog.tsx';
import './ungraded.css';

type Row = RowOf<typeof ungradedTable>;
type Grade = (typeof grades)[number];
interface Entries extends Partial<Record<Grade, string>> {
  readonly serials?: Partial<Record<Grade, readonly string[]>>;
  readonly reason?: string;
}

type Parts = Pick<InputOf<typeof gradeGoods>, Grade>;

/** How much goes to each grade; of serial-managed goods, which serials. */
function partsOf(entries: Entries, bySerials: boolean): Parts {
  const parts = grades.flatMap((grade) => {
    const serials = [...(entries.serials?.[grade] ?? [])];
    const quantity = bySerials ? String(serials.length) : (entries[grade] ?? '').trim();
    if (quantity === '' || quantity === '0') return [];
    return [[grade, { quantity, ...(bySerials ? { serials } : {}) }] as const];
  });
  return Object.fromEntries(parts);
}

/** Shares ungraded goods out; of serial-managed goods each serial is given its grade. */
function GradeDialog({ row, onClose }: RowDialogProps<Row>): ReactNode {
  const [form] = Form.useForm<Entries>();
  const of = { skuId: row.skuId ?? '', warehouseId: row.warehouseId ?? '' };
  const bySerials = row.serialManaged === true;
  return (
    <EntriesModal
      form={form}
      title={t('grading.of', { name: row.name ?? '' })}
      width={600}
      act={t('grading.grade')}
      initial={{ formal: bySerials ? undefined : (row.quantity ?? '') }}
      before={
        <p>
          {t('grading.waitingQuantity', { quantity: row.quantity ?? '0', unit: row.unit ?? '' })}
        </p>
      }
      send={(entries, key) => {
        const { reason = '' } = entries;
        const input = { ...of, lot: row.lot ?? '', reason, ...partsOf(entries, bySerials) };
        return call(gradeGoods, input, { quiet: true, key });
      }}
      onSent={({ number }) => {
        notices().message.success(t('grading.saved', { number }));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      {bySerials ? (
        <SerialsOfGrades of={of} />
      ) : (
        grades.map((grade) => (
          <Form.Item key={grade} name={grade} label={t(`grading.${grade}`)}>
            <DecimalInput />
          </Form.Item>
        ))
      )}
      <Form.Item name="reason" label={t('grading.reason')}>
        <Input maxLength={200} />
      </Form.Item>
    </EntriesModal>
  );
}

/** The serials that wait; one that is given a grade is no longer offered to the others. */
function SerialsOfGrades({ of }: { readonly of: InputOf<typeof ungradedSerials> }): ReactNode {
  const { data } = useQuery({
    queryKey: ['ungradedSerials', of],
    queryFn: () => call(ungradedSerials, of),
  });
  const chosen = Form.useWatch<Entries['serials']>('serials') ?? {};
  const elsewhere = (grade: Grade): ReadonlySet<string> =>
    new Set(grades.filter((one) => one !== grade).flatMap((one) => chosen[one] ?? []));
  return grades.map((grade) => (
    <Form.Item
      key={grade}
      name={['serials', grade]}
      label={t('grading.serials', { grade: t(`grading.${grade}`) })}
    >
      <Select
        mode="multiple"
        allowClear
        options={(data?.serials ?? [])
          .filter((serial) => !elsewhere(grade).has(serial))
          .map((serial) => ({ value: serial, label: serial }))}
      />
    </Form.Item>
  ));
}

const Waiting = listPage({
  table: ungradedTable,
  cells: {
    number: ({ number, kind, documentId }) => (
      <DocumentLink kind={kind ?? ''} id={documentId}>
        {number}
      </DocumentLink>
    ),
    quantity: ({ productId, name, warehouseId, quantity }) => (
      <Explain
        productId={productId ?? ''}
        name={name ?? ''}
        about="stock"
        warehouses={[warehouseId ?? '']}
      >
        <NumberText value={quantity} />
      </Explain>
    ),
  },
  rowActions: [
    {
      key: 'grade',
      label: t('grading.grade'),
      icon: <TagsOutlined aria-hidden />,
      button: '1',
      dialog: GradeDialog,
    },
  ],
});

const Formal = listPage({
  table: formalTable,
  rowActions: [
    {
      key: 'damage',
      label: t('grading.damage'),
      icon: <TagsOutlined aria-hidden />,
      button: '1',
      dialog: DamageDialog,
    },
  ],
});

const Graded = listPage({
  table: gradingTable,
  nameColumn: 'number',
  facts: ['name', 'formal', 'defective'],
  cells: {
    remark: ({ number, remark, photoIds }) => (
      <>
        {(photoIds ?? '')
          .split(',')
          .filter((id) => id !== '')
          .map((id) => (
            <Thumbnail key={id} id={id} name={number ?? ''} />
          ))}
        {remark}
      </>
    ),
  },
  rowActions: [
    {
      key: 'undo',
      label: t('grading.undo'),
      icon: <RollbackOutlined aria-hidden />,
      button: '1',
      danger: true,
      confirm: ({ number }) => t('grading.undoAsk', { number: number ?? '' }),
      run: async ({ id }) => {
        await call(undoGrading, { id: id ?? '' });
        return true;
      },
    },
  ],
});

const pages = { waiting: Waiting, formal: Formal, done: Graded } as const;
type Shown = keyof typeof pages;

/** Goods that wait for their grade, formal ones that may have become defective, and what was graded. */
export default function UngradedAdjust(): ReactNode {
  const [shown, setShown] = useState<Shown>('waiting');
  const Page = pages[shown];
  return (
    <div className="told-page">
      <Segmented<Shown>
        className="page-choice"
        aria-label={t('grading.view')}
        value={shown}
        options={[
          { value: 'waiting', label: t('grading.waiting') },
          { value: 'formal', label: t('grading.ofFormal') },
          { value: 'done', label: t('grading.done') },
        ]}
        onChange={setShown}
      />
      <Page />
    </div>
  );
}
