"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { indentJson } from "@/lib/http/json";
import { toParameters } from "@/lib/http/query-string";
import type { ConsoleOperation } from "@/lib/reference/console";
import { MINUTE_MS } from "@/lib/values/time";
import { Button } from "../ui/button";
import { Field, FormMessage, Input, Textarea } from "../ui/field";
import { PasswordInput } from "../ui/form-controls";
import { Panel, stack } from "../ui/panel";
import { cx, needsScripts } from "../ui/style";
import { Table } from "../ui/table";

type Parameter = ConsoleOperation["parameters"][number];

/** By the names of parameters. */
type Values = Readonly<Record<string, string>>;

/** The next operation starts with it. It is in memory only. */
let lastKey = "";

/** Headers take no other characters. */
const ascii = { pattern: "[\\x20-\\x7e]*", title: "Letters without accents, digits and signs" };
const code = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

/** Sends an operation with the reader's key, and shows the answer. */
export function Console({ operation }: { operation: ConsoleOperation }) {
  const { method, parameters, body } = operation;
  const id = useId();
  const [key, setKey] = useState(lastKey);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(parameters.map(({ name, required, example }) => [name, required ? example : ""])),
  );
  const [content, setContent] = useState<string | File>(body?.example ?? "");
  const { isBusy, answer, problem, send } = useSend();
  const target = targetOf(operation, values);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const headers = { Authorization: `Bearer ${key.trim()}`, ...headersOf(operation, values, content) };
    void send(target, { method, headers, ...(content !== "" && { body: content }) });
  };
  const rememberKey = (typed: string) => {
    lastKey = typed;
    setKey(typed);
  };
  const setValue = (name: string, value: string) => setValues((others) => ({ ...others, [name]: value }));
  return (
    <Panel id="try-it" title="Try it" className={cx(needsScripts, "mt-10 max-w-prose print:hidden")}>
      <form className={stack} onSubmit={submit}>
        <Field id={`${id}-key`} label="API key" hint="It is kept only until you close or reload this page.">
          {(attributes) => (
            <PasswordInput
              {...attributes}
              {...ascii}
              secret="API key"
              autoComplete="off"
              required
              value={key}
              onChange={(event) => rememberKey(event.target.value)}
            />
          )}
        </Field>
        <Parameters parameters={parameters} values={values} onChange={setValue} />
        {body && <BodyField body={body} content={content} onChange={setContent} />}
        <p className="wrap-anywhere">
          <code>
            {method} {target}
          </code>
        </p>
        <Button
          type="submit"
          look={method === "DELETE" ? "danger" : "primary"}
          className="sm:justify-self-start"
          busy={isBusy}
        >
          {isBusy ? "Sending…" : `Send ${method}`}
        </Button>
      </form>
      <FormMessage kind="problem" role="alert">
        {problem}
      </FormMessage>
      <FormMessage role="status">
        {answer && (
          <strong>
            Status {answer.status} after {answer.ms} ms
          </strong>
        )}
      </FormMessage>
      {answer && <AnswerParts answer={answer} />}
    </Panel>
  );
}

type ParametersProps = {
  parameters: readonly Parameter[];
  values: Values;
  onChange(name: string, value: string): void;
};

/** Lists have up to thirty optional ones. */
function Parameters({ parameters, values, onChange }: ParametersProps) {
  const id = useId();
  const optional = parameters.filter(({ required }) => !required);
  const field = ({ name, in: place, required, description, example }: Parameter) => (
    <Field
      key={name}
      id={`${id}-${name}`}
      label={<code>{name}</code>}
      hint={example && !required ? `${description} Example: ${example}` : description}
    >
      {(attributes) => (
        <Input
          {...attributes}
          {...code}
          {...(place === "header" && ascii)}
          required={required}
          value={values[name]}
          onChange={(event) => onChange(name, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      {parameters.filter(({ required }) => required).map(field)}
      {optional.length > 0 && (
        <details>
          <summary>Optional parameters ({optional.length})</summary>
          <div className={stack}>{optional.map(field)}</div>
        </details>
      )}
    </>
  );
}

const isJson = (mediaType: string | null) => mediaType?.startsWith("application/json") ?? false;

type BodyFieldProps = {
  body: NonNullable<ConsoleOperation["body"]>;
  content: string | File;
  onChange(content: string | File): void;
};

function BodyField({ body: { mediaTypes }, content, onChange }: BodyFieldProps) {
  return (
    <Field id={useId()} label="Body" hint={mediaTypes.join(", ")}>
      {(attributes) =>
        mediaTypes.some(isJson) ? (
          <Textarea
            {...attributes}
            {...code}
            className="font-mono text-sm"
            rows={Math.min(20, String(content).split("\n").length + 1)}
            value={String(content)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...attributes}
            type="file"
            accept={mediaTypes.join()}
            required
            onChange={(event) => onChange(event.target.files?.[0] ?? "")}
          />
        )
      }
    </Field>
  );
}

function targetOf({ path, parameters }: ConsoleOperation, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (slot, name) => (values[name] ? encodeURIComponent(values[name]) : slot));
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => [name, values[name]]);
  // A list is easier to read with its commas, which need no escaping.
  const search = String(toParameters(Object.fromEntries(query))).replaceAll("%2C", ",");
  return search === "" ? filled : `${filled}?${search}`;
}

function headersOf({ parameters, body }: ConsoleOperation, values: Values, content: string | File): Values {
  const given = parameters.filter((parameter) => parameter.in === "header" && values[parameter.name]);
  const mediaType = content instanceof File ? content.type : body?.mediaTypes[0];
  return {
    ...Object.fromEntries(given.map(({ name }) => [name, values[name] ?? ""])),
    ...(content !== "" && mediaType && { "Content-Type": mediaType }),
  };
}

type Answer = { status: number; ms: number; headers: [name: string, value: string][]; body: string };
type State = { isBusy: boolean; answer?: Answer; problem?: string };

const TIMEOUT_MS = MINUTE_MS;
const NO_ANSWER = "No answer has come. Check your connection, then send it again.";
const TOO_LATE = "No answer has come within a minute. The request may have been carried out all the same.";

/** One request at a time. It is aborted when the reader leaves the page. */
function useSend() {
  const [state, setState] = useState<State>({ isBusy: false });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (target: string, request: RequestInit) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ isBusy: true });
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      setState({ isBusy: false, answer: await exchange(target, { ...request, signal }) });
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      setState({ isBusy: false, problem: isLate ? TOO_LATE : NO_ANSWER });
    } finally {
      running.current = null;
    }
  };
  return { ...state, send };
}

async function exchange(target: string, request: RequestInit): Promise<Answer> {
  const start = performance.now();
  // Without the cookies of a person who is signed in.
  const response = await fetch(target, { ...request, credentials: "omit", cache: "no-store" });
  const body = await response.text();
  const ms = Math.round(performance.now() - start);
  return { status: response.status, ms, headers: [...response.headers], body };
}

function AnswerParts({ answer: { headers, body } }: { answer: Answer }) {
  const id = useId();
  const text = indentJson(body);
  return (
    <>
      {text !== "" && (
        <Field id={id} label="Body of the answer">
          {(attributes) => (
            <Textarea
              {...attributes}
              readOnly
              spellCheck={false}
              className="font-mono text-sm"
              rows={Math.min(24, text.split("\n").length)}
              value={text}
            />
          )}
        </Field>
      )}
      <Table names={["Header", "Value"]}>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="wrap-anywhere!">{value}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
