import { expect, test } from "vitest";
import { readTable } from "./headings";
import { readText } from "./read-file";

const tableOf = (text: string) => readTable(readText(text).rows);

test.each([
  ["animal_name,animal_type,date_of_birth,good_with_dogs,primary_breed", "name kind bornOn dogs breed"],
  ["Name*,SPECIES,Sex (M/F),[Status],Age (years)", "name kind sex status age"],
  ["externalID,internalID,name,type,priBreed,secBreed,mix", "reference - name kind breed breed cross"],
  ["name,okwithdogs,okwithcats,okwithkids,housebroken", "name dogs cats children houseTrained"],
  ["Dog's name,ANIMALSPECIES,M/F,Est. DOB,Good w/ kids", "name kind sex bornOn children"],
  ["Name,Est. DOB,Estimated age,Date of birth,Age", "name - - bornOn age"],
  ["Breed1,Breed2,Age As Months,ANIMALENTRYDATE", "breed breed age intakeOn"],
  ["name,specialNeeds,altered,uptodate,color,dsc", "name specialNeeds neutered vaccinated colour story"],
  ["Animal ID,Name,DateTime,MonthYear,Intake Type", "reference name intakeOn - origin"],
  ["Name,Animal Type,Sex upon Intake,Age upon Intake", "name kind sex age"],
  ["Animal #,Animal Name,Species,Microchip Number,Kennel", "reference name kind microchip location"],
  ["Animal,Name,Adoption Fee,Energy level,Declawed", "kind name adoptionFee energy -"],
  ["Name,Kind,Name", "name kind -"],
  ["id,name", "id name"],
  ["ID,name", "reference name"],
  ["No.,Name", "reference name"],
  ["#,Name", "reference name"],
])("the columns %s are matched", (headings, targets) => {
  const suggestions = tableOf(headings).columns.map(({ suggestion }) => suggestion ?? "-");
  expect(suggestions.join(" ")).toBe(targets);
});

test("headings are found below titles and left out where they repeat, and rows keep their numbers", () => {
  const headings = "Name,Kind,,Colour";
  const { columns, rows } = tableOf(`Our cats\n,May\n\n${headings}\nStory,Cat,x,\n${headings}\nLuna,Cat,,Black`);
  expect(rows.map(({ line }) => line)).toEqual([5, 7]);
  expect(columns.map(({ key }) => key)).toEqual(["name", "kind", "", "colour"]);
  expect(columns.map(({ samples }) => samples.join(" "))).toEqual(["Story Luna", "Cat", "x", "Black"]);
});

test("without headings, the columns are name, kind and status", () => {
  const { columns, rows } = tableOf("Luna,Cat,Adopted,x\nStory,Dog,Available,y");
  expect(rows).toHaveLength(2);
  expect(columns.map(({ suggestion }) => suggestion)).toEqual(["name", "kind", "status", null]);
});

test("more rows than an import can have are refused", () => {
  const rows = (count: number) => `Name,Kind\n${"Bo,Dog\n".repeat(count)}`;
  expect(tableOf(rows(10_000)).rows).toHaveLength(10_000);
  expect(() => tableOf(rows(10_001))).toThrow("There are 10,001 rows, and up to 10,000 can be imported at once");
});
