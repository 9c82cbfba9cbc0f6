// Compares the rule of proposals with a past year of a company: `npm run back-test -- CODE [--until DAY]`.
import { parseArgs } from 'node:util';
import {
  coverDayChoices,
  historyChoices,
  isCalendarDay,
  leadDayChoices,
  replenishmentStart,
  reviewDayChoices,
} from '@tradehouse/contract';
import type { InputOf, backTestRule } from '@tradehouse/contract';
import { findTenant } from '@tradehouse/database';
import { forecastMethods, serviceLevels } from '@tradehouse/domain';
import { backTestCompany } from '@tradehouse/server/replenish';
import { explainStartFailure } from '../start/report.ts';
import { CommandError, withOwner, type Say } from '../tenant/command.ts';
import { formatBackTest } from './lines.ts';

const USAGE = `npm run back-test -- CODE [--until YYYY-MM-DD] [--cover DAYS] [--lead DAYS]
  [--review DAYS] [--service PERCENT] [--method NAME] [--history MONTHS] [--goods COUNT]`;
/** SKUs shown with the largest changes, at either end. */
const SHOWN = '10';

const printBackTestLine: Say = (line) => console.log(line);

interface BackTestCommand {
  readonly code: string;
  readonly question: InputOf<typeof backTestRule>;
  readonly shown: number;
}

const refuseUsage = (): never => {
  throw new CommandError(`Say it so: ${USAGE}`);
};

/** A choice of the page; other values are refused with the usage. */
const toChoice = <Choice extends string>(choices: readonly Choice[], value: string): Choice =>
  choices.find((choice) => choice === value) ?? refuseUsage();

function readBackTestCommand(): BackTestCommand {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const start = replenishmentStart;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      cover: option(start.coverDays),
      lead: option(start.leadDays),
      review: option(start.reviewDays),
      service: option(start.serviceLevel),
      method: option(start.method),
      history: option(start.history),
      goods: option(SHOWN),
    },
  });
  const [code] = positionals;
  const { until } = values;
  const shown = Number(values.goods);
  const isRefused = !Number.isInteger(shown) || (until !== undefined && !isCalendarDay(until));
  if (code === undefined || isRefused) return refuseUsage();
  const question = {
    coverDays: toChoice(coverDayChoices, values.cover),
    leadDays: toChoice(leadDayChoices, values.lead),
    reviewDays: toChoice(reviewDayChoices, values.review),
    serviceLevel: toChoice(serviceLevels, values.service),
    method: toChoice(forecastMethods, values.method),
    history: toChoice(historyChoices, values.history),
    ...(until === undefined ? {} : { until }),
  };
  return { code, question, shown };
}

try {
  const { code, question, shown } = readBackTestCommand();
  await withOwner(printBackTestLine, async (db) => {
    const id = await findTenant(db, code);
    if (id === null) throw new CommandError(`There is no company with the code ${code}.`);
    for (const line of formatBackTest(await backTestCompany(db, id, question), shown))
      printBackTestLine(line);
  });
} catch (error) {
  console.error(error instanceof CommandError ? error.message : explainStartFailure(error, 0));
  process.exitCode = 1;
}
