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
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { Thumbnail } from '../control/Pictures.tsx';
import { Explain } from '../list/report/explain.tsx';
import { listPage } from '../list/listPage.tsx';
import { EntriesModal } from '../record/EntriesModal.tsx';
import type { RowDialogProps } from '../record/listTypes.ts';
import { namedClear } from '../control/namedClear.tsx';
import { t } from '../phrase/index.ts';
import { DamageDialog } from './damageDialog.tsx';
import './ungraded.css';

type UngradedGoodsRow = RowOf<typeof ungradedTable>;
type GoodsGrade = (typeof grades)[number];
interface GradingFormValues extends Partial<Record<GoodsGrade, string>> {
  readonly serials?: Partial<Record<GoodsGrade, readonly string[]>>;
  readonly reason?: string;
}

type GradingParts = Pick<InputOf<typeof gradeGoods>, GoodsGrade>;

/** Returns the quantity of each grade; for serial-managed goods, the serials. */
function gradingPartsFromForm(entries: GradingFormValues, bySerials: boolean): GradingParts {
  const parts = grades.flatMap((grade) => {
    const serials = [...(entries.serials?.[grade] ?? [])];
    const quantity = bySerials ? String(serials.length) : (entries[grade] ?? '').trim();
    if (quantity === '' || quantity === '0') return [];
    return [[grade, { quantity, ...(bySerials ? { serials } : {}) }] as const];
  });
  return Object.fromEntries(parts);
}

/** Distributes ungraded goods; serial-managed goods are graded by serial. */
function GoodsGradeDialog({ row, onClose }: RowDialogProps<UngradedGoodsRow>): ReactNode {
  const [form] = Form.useForm<GradingFormValues>();
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
        const input = {
          ...of,
          lot: row.lot ?? '',
          reason,
          ...gradingPartsFromForm(entries, bySerials),
        };
        return callEndpoint(gradeGoods, input, { quiet: true, key });
      }}
      onSent={({ number }) => {
        getNotices().message.success(t('grading.saved', { number }));
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

/** Serials to grade; a serial with a grade is no longer offered for other grades. */
function SerialsOfGrades({ of }: { readonly of: InputOf<typeof ungradedSerials> }): ReactNode {
  const { data } = useQuery({
    queryKey: ['ungradedSerials', of],
    queryFn: () => callEndpoint(ungradedSerials, of),
  });
  const chosen = Form.useWatch<GradingFormValues['serials']>('serials') ?? {};
  const elsewhere = (grade: GoodsGrade): ReadonlySet<string> =>
    new Set(grades.filter((one) => one !== grade).flatMap((one) => chosen[one] ?? []));
  return grades.map((grade) => (
    <Form.Item
      key={grade}
      name={['serials', grade]}
      label={t('grading.serials', { grade: t(`grading.${grade}`) })}
    >
      <Select
        mode="multiple"
        allowClear={namedClear()}
        options={(data?.serials ?? [])
          .filter((serial) => !elsewhere(grade).has(serial))
          .map((serial) => ({ value: serial, label: serial }))}
      />
    </Form.Item>
  ));
}

const Waiting = listPage({
  table: ungradedTable,
  hint: t('emptyList.ungraded'),
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
      dialog: GoodsGradeDialog,
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
  hint: t('emptyList.graded'),
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
        await callEndpoint(undoGrading, { id: id ?? '' });
        return true;
      },
    },
  ],
});

const pages = { waiting: Waiting, formal: Formal, done: Graded } as const;
type GradingPageKey = keyof typeof pages;

/** Lists ungraded goods, formal goods that may be defective, and graded goods. */
export default function UngradedAdjust(): ReactNode {
  const [shown, setShown] = useState<GradingPageKey>('waiting');
  const Page = pages[shown];
  return (
    <div className="text-page">
      <Segmented<GradingPageKey>
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
