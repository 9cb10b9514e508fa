/**
 * Types of responses, from the services' OpenAPI documents: `Answer<"finance", "/invoice/{id}">` is the type of `data`
 * in the response to `GET /api/v1/invoice/{id}`. `npm run api-types` generates them; they are never committed.
 */
import type { Paths, Schemas } from "./generated/services";

export type ServiceName = keyof Paths;
export type Method = "get" | "post" | "put" | "delete";

/** `/api/v1/users` as `/users`, `/api/v2/error` as `/v2/error`: paths as `api` and `useApi` take them. */
type Short<Path> = Path extends `/api/v1${infer Rest}` ? Rest : Path extends `/api${infer Rest}` ? Rest : never;
type Whole<Path extends string> = Path extends `/v2/${string}` ? `/api${Path}` : `/api/v1${Path}`;
/** A service's calls with a given method. */
export type CallPath<Service extends ServiceName, Verb extends Method = "get"> = {
  [Path in keyof Paths[Service]]: Paths[Service][Path] extends { [Key in Verb]: { responses: unknown } }
    ? Short<Path>
    : never;
}[keyof Paths[Service]] &
  string;

type Responses<Service extends ServiceName, Path extends string, Verb extends Method> =
  Whole<Path> extends keyof Paths[Service]
    ? Paths[Service][Whole<Path>] extends { [Key in Verb]: { responses: infer Answers } }
      ? Answers
      : never
    : never;
type Succeeded<Answers> = Answers[keyof Answers & (200 | 201 | 202)];

/** The whole JSON body of a response. */
export type AnswerBody<Service extends ServiceName, Path extends CallPath<Service, Verb>, Verb extends Method = "get"> =
  Succeeded<Responses<Service, Path, Verb>> extends { content: { "application/json": infer Body } } ? Body : never;

/** The `data` of a response, which `api` and `useApi` return. */
export type Answer<Service extends ServiceName, Path extends CallPath<Service, Verb>, Verb extends Method = "get"> =
  AnswerBody<Service, Path, Verb> extends { data: infer Data } ? Data : never;

/** A row of a list. */
export type RowOf<Service extends ServiceName, Path extends CallPath<Service>> =
  Answer<Service, Path> extends readonly (infer One)[] ? One : never;

/** The query parameters of a GET. */
export type Filters<Service extends ServiceName, Path extends CallPath<Service>> =
  Whole<Path> extends keyof Paths[Service]
    ? Paths[Service][Whole<Path>] extends { get: { parameters: { query?: infer Query } } }
      ? keyof NonNullable<Query> & string
      : never
    : never;

/** A named shape of a service's document: `Shape<"finance", "InvoiceLine">`. */
export type Shape<Service extends ServiceName, Name extends keyof Schemas[Service]> = Schemas[Service][Name];
