import type { UseFormRegisterReturn } from "react-hook-form";
import { Field, Input, Optional } from "../ui/forms/field";

type Name = "name" | "email" | "telephone";
type Props = {
  id: string;
  register(name: Name): UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
};

/** The fields for who has adopted an animal, and how to reach them. */
export function AdopterFields({ id, register, errors }: Props) {
  return (
    <>
      <Field id={`${id}-name`} label="Name of the adopter" error={errors.name?.message}>
        {(attributes) => <Input {...attributes} {...register("name")} dir="auto" autoComplete="off" required />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Field
          id={`${id}-email`}
          label={
            <>
              E-mail <Optional />
            </>
          }
          error={errors.email?.message}
        >
          {(attributes) => <Input {...attributes} {...register("email")} type="email" autoComplete="off" />}
        </Field>
        <Field
          id={`${id}-telephone`}
          label={
            <>
              Telephone <Optional />
            </>
          }
          error={errors.telephone?.message}
        >
          {(attributes) => <Input {...attributes} {...register("telephone")} type="tel" autoComplete="off" />}
        </Field>
      </div>
    </>
  );
}
