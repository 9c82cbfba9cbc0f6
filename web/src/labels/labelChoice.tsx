import { DeleteOutlined } from '@ant-design/icons';
import {
  defaultLabel,
  deleteLabelTemplate,
  labelKinds,
  labelPage,
  labelSizes,
} from '@tradehouse/contract';
import type { LabelKind, LabelTemplate, ReplyOf } from '@tradehouse/contract';
import type { labelTemplates } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { Button, Checkbox, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { t } from '../phrase/index.ts';
import type { QueueRow } from './labelQueue.ts';

type LabelTemplateReply = ReplyOf<typeof labelTemplates>[number];
type LabelChoiceSize = keyof typeof labelSizes;

/** Template choice: company's own or built-in. */
interface LabelTemplateChoice {
  readonly own: string | null;
  readonly kind: LabelKind;
  readonly size: LabelChoiceSize;
  /** True: a product's own template takes precedence. */
  readonly byProduct: boolean;
}

export function useLabelTemplateChoice(kept: readonly LabelTemplateReply[]) {
  const [choice, choose] = usePreference<LabelTemplateChoice>('label.template', {
    own: null,
    kind: 'product',
    size: '60x40',
    byProduct: true,
  });
  const own = kept.find(({ id }) => id === choice.own) ?? null;
  const { kind, size } = choice;
  const template = useMemo<LabelTemplate>(
    () => own?.template ?? defaultLabel(kind, labelSizes[size]),
    [own, kind, size],
  );
  const name = own?.name ?? `${t(`label.kind.${kind}`)} ${t(`label.size.${size}`)}`;
  const { byProduct } = choice;
  const templateOf = useCallback(
    ({ goods }: QueueRow): LabelTemplate =>
      (byProduct ? kept.find(({ id }) => id === goods.templateId)?.template : undefined) ??
      template,
    [byProduct, kept, template],
  );
  return { kept, choice, choose, own, template, name, templateOf };
}
export type LabelChoiceState = ReturnType<typeof useLabelTemplateChoice>;

const titleOfLabelTemplate = ({ name, template: { width, height } }: LabelTemplateReply): string =>
  `${name} · ${width} × ${height} mm`;

async function removeLabelTemplate({ own, choice, choose }: LabelChoiceState): Promise<void> {
  if (own === null) return;
  const title = t('label.deleteAsk', { name: own.name });
  if (!(await getNotices().modal.confirm({ title, okButtonProps: { danger: true } }))) return;
  try {
    await callEndpoint(deleteLabelTemplate, { id: own.id });
    choose({ ...choice, own: null });
  } catch {
    // The client shows the error.
  }
  await invalidateQueryKeys(['labelTemplates']);
}

interface LabelChoiceProps {
  readonly chosen: LabelChoiceState;
  readonly rows: readonly QueueRow[];
}

/** Selects a template: company's own, or built-in by kind and size. */
export function LabelChoice({ chosen, rows }: LabelChoiceProps): ReactNode {
  const { kept, choice, choose, own } = chosen;
  const may = useMay();
  return (
    <section className="label-choice" aria-label={t('label.templates')}>
      {rows.some(({ goods }) => kept.some(({ id }) => id === goods.templateId)) && (
        <Checkbox
          checked={choice.byProduct}
          onChange={({ target }) => choose({ ...choice, byProduct: target.checked })}
        >
          {t('label.byProduct')}
        </Checkbox>
      )}
      {kept.length === 0 ? null : (
        <>
          <h2>{t('label.own')}</h2>
          <Radio.Group
            vertical
            aria-label={t('label.own')}
            value={own?.id ?? null}
            options={kept.map((one) => ({ value: one.id, label: titleOfLabelTemplate(one) }))}
            onChange={({ target }) => choose({ ...choice, own: String(target.value) })}
          />
          {own !== null && may(labelPage, '1') && (
            <Button
              type="link"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('label.deleteOwn', { name: own.name })}
              onClick={() => void removeLabelTemplate(chosen)}
            >
              {t('act.delete')}
            </Button>
          )}
        </>
      )}
      <h2>{t('label.standard')}</h2>
      <Radio.Group
        vertical
        aria-label={t('label.standard')}
        value={own === null ? choice.kind : null}
        options={labelKinds.map((kind) => ({ value: kind, label: t(`label.kind.${kind}`) }))}
        onChange={({ target }) => choose({ ...choice, own: null, kind: target.value })}
      />
      {own === null && (
        <>
          <h2>{t('label.size')}</h2>
          <Radio.Group
            vertical
            aria-label={t('label.size')}
            value={choice.size}
            options={keysOf(labelSizes).map((size) => ({
              value: size,
              label: t(`label.size.${size}`),
            }))}
            onChange={({ target }) => choose({ ...choice, size: target.value })}
          />
        </>
      )}
    </section>
  );
}
