"""Peers of `Scripts/benchmark postgres`: prints the nanoseconds that a fetch took, without connecting."""

import sys
import time

import psycopg
import sqlalchemy
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column


def rows(address, query):
    with psycopg.connect(address) as connection, connection.cursor(binary=True) as cursor:
        cursor.execute("SELECT 1")
        start = time.perf_counter_ns()
        found = cursor.execute(query, prepare=True).fetchall()
        return time.perf_counter_ns() - start, len(found)


class Base(DeclarativeBase):
    pass


class Parcel(Base):
    __tablename__ = "Parcel"
    __table_args__ = {"schema": "filled"}
    signals_id: Mapped[int] = mapped_column(primary_key=True)
    signals_version: Mapped[int]
    name: Mapped[str]
    notes: Mapped[str]
    city: Mapped[str]
    dueDate: Mapped[float]
    weight: Mapped[float]
    minutes: Mapped[int]
    pieces: Mapped[int]
    isDone: Mapped[bool]


def objects(address, _):
    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(address))
    query = sqlalchemy.select(Parcel).order_by(Parcel.signals_id)
    with Session(engine) as session:
        session.scalars(query.limit(1)).all()
        session.expunge_all()
        start = time.perf_counter_ns()
        found = session.scalars(query).all()
        return time.perf_counter_ns() - start, len(found)


nanoseconds, count = {"rows": rows, "objects": objects}[sys.argv[2]](sys.argv[1], sys.argv[3])
assert count > 0
print(nanoseconds)
